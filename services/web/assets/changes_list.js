// @ts-check
/** The changes that are planned, each with a way to drop it. */
import { changeText } from "./change_text.js";
import { html, useRef } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { usePlannedNames } from "./use_planned_names.js";

/** @param {{ changes: import("./correction_draft.js").Change[], table: import("./hand_details.js").SheetTable }} properties */
export function ChangesList({ changes, table }) {
  const playerName = usePlannedNames(table, changes);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  /** Its button goes with it. @param {import("./correction_draft.js").Change} change */
  const drop = (change) => {
    list.current?.focus();
    table.correction.unplan(change);
  };
  return html`
    <ul class="list" tabindex="-1" ref=${list} aria-label=${text("planned_correction")}>
      ${changes.map((change) => {
        const what = changeText(change, { ...table, playerName });
        return html`
          <li class="line" key=${JSON.stringify(change)}>
            <span class="grows">${what}</span>
            <button type="button" class="quiet" aria-label=${text("drop_change_of", { what })} onClick=${() => drop(change)}>${text("drop_change")}</button>
          </li>
        `;
      })}
    </ul>
  `;
}
