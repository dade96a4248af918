// @ts-check
/** The score sheet, the last line first. The last line can be taken back, and a correction is stated here. */
import { CorrectionTools, ForgottenHere } from "./correction_tools.js";
import { rowLabels } from "./hand_label.js";
import { html, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { SheetRow, spokenRow } from "./sheet_row.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ rounds: Schemas["Rounds"], table: import("./hand_details.js").SheetTable, onUndo: ((line: import("./use_last_hand.js").Line) => void) | null }} properties */
export function Sheet({ rounds, table, onUndo }) {
  const lines = rounds.rounds.flatMap(({ hands }) => hands).reverse();
  const labels = rowLabels(rounds);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const [isForgotten, setForgotten] = useState(false);
  const focusHeading = () => heading.current?.focus();
  /** The row goes, and its buttons with it. @param {import("./use_last_hand.js").Line} line */
  const undo = (line) => {
    focusHeading();
    onUndo?.(line);
  };
  const hasGaps = table.canCorrect && isForgotten;
  return html`
    <section aria-labelledby="sheet">
      <h2 id="sheet" tabindex="-1" ref=${heading}>${text("sheet")}</h2>
      <p class="visually-hidden" role="status">${lines[0] && spokenRow(lines[0], table)}</p>
      ${lines.length === 0 && html`<p>${text("no_hands")}</p>`}
      ${table.canCorrect && html`<${CorrectionTools} table=${table} isForgotten=${isForgotten} onForgotten=${lines.length > 0 ? setForgotten : null} onNothing=${focusHeading} />`}
      ${lines.length > 0 &&
      html`
        ${hasGaps && html`<${ForgottenHere} before=${null} table=${table} />`}
        <ol class="sheet">
          ${lines.map(
            (line, place) => html`
              <${SheetRow} key=${line.id} line=${line} label=${labels.get(line.id) ?? ""} table=${table} onUndo=${place === 0 && onUndo ? () => undo(line) : null}
                gap=${hasGaps && html`<${ForgottenHere} before=${line.id} table=${table} />`} />
            `,
          )}
        </ol>
      `}
    </section>
  `;
}
