// @ts-check
/** Correcting a row: what happened instead, or that it never happened. What changes is shown before anything is sent. */
import { rowLabel } from "./change_text.js";
import { Choice } from "./choice.js";
import { changeOf } from "./correction_draft.js";
import { CorrectionSteps } from "./correction_steps.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { useVariantDocument } from "./match_variant.js";
import { OutcomeChoice } from "./outcome_choice.js";
import { draftOf, outcomeOf } from "./outcome_draft.js";
import { useFocus } from "./use_focus.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** What is asked for, once enough was said. @param {"replace" | "void"} kind @param {string} id @param {Schemas["Outcome"] | null} outcome @returns {Schemas["Change"][]} */
function changesTo(kind, id, outcome) {
  if (kind === "void") return [{ kind, outcome_id: id }];
  return outcome === null ? [] : [{ kind, outcome_id: id, outcome }];
}

/** @param {{ recorded: Schemas["RecordedOutcome"], table: import("./hand_details.js").SheetTable, onClose: () => void }} properties */
export function CorrectionForm({ recorded, table, onClose }) {
  const { id, outcome, payments } = recorded;
  const planned = changeOf(table.correction.changes, id);
  const isEnd = outcome.kind === "early_end";
  const [kind, setKind] = useState(/** @type {"replace" | "void"} */ (isEnd || planned?.kind === "void" ? "void" : "replace"));
  const [draft, setDraft] = useState(draftOf(planned?.kind === "replace" ? planned.outcome : outcome));
  const variant = useVariantDocument(table.club, table.match.terms.variant.hash);
  return html`
    <section class="correction" aria-label=${text("correct_this")}>
      <h3 tabindex="-1" ref=${useFocus()}>${text("correct_this")} <small>${rowLabel(table, id)}</small></h3>
      ${!isEnd &&
      html`<${Choice} name="change" legend=${text("what_is_wrong")} value=${kind} onChange=${setKind}
        options=${[["replace", text("change_replace")], ["void", text("change_void")]]} />`}
      ${kind === "replace" && html`<${OutcomeChoice} seats=${payments} table=${table} variant=${variant} draft=${draft} onChange=${setDraft} />`}
      <${CorrectionSteps} table=${table} stated=${changesTo(kind, id, outcomeOf(draft, variant ?? null))} onDone=${onClose} onPlanned=${onClose} onLeave=${onClose} />
    </section>
  `;
}
