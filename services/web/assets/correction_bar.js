// @ts-check
/** What is planned for a correction, above the sheet: its changes, what they come to, and the way out. */
import { countText } from "./change_text.js";
import { ChangesList } from "./changes_list.js";
import { CorrectionSteps } from "./correction_steps.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { OpeningForm } from "./opening_form.js";
import { useFocus } from "./use_focus.js";

/** @typedef {import("./hand_details.js").SheetTable} SheetTable */

/** @param {{ table: SheetTable }} properties */
export function CorrectionBar({ table }) {
  const { changes, discard } = table.correction;
  return html`
    <section class="correction-bar line" aria-label=${text("planned_correction")}>
      <${LazyDetails} summary=${countText(changes.length)} content=${() => html`<${ChangesList} changes=${changes} table=${table} />`} />
      <${OpeningForm} label=${text("preview_changes")} content=${(/** @type {() => void} */ close) => html`<${WholeCorrection} table=${table} onClose=${close} />`} />
      <button type="button" class="quiet" onClick=${discard}>${text("discard_changes")}</button>
    </section>
  `;
}

/** @param {{ table: SheetTable, onClose: () => void }} properties */
const WholeCorrection = ({ table, onClose }) => html`
  <section class="correction" aria-label=${text("preview_changes")}>
    <h3 tabindex="-1" ref=${useFocus()}>${text("preview_changes")}</h3>
    <${CorrectionSteps} table=${table} stated=${[]} isWhole onDone=${onClose} onLeave=${onClose} />
  </section>
`;
