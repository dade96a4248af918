// @ts-check
/** A hand that was played and forgotten, or what happened between two: it is stated with the fields with which it would have been recorded. */
import { placeText, seatsAt } from "./change_text.js";
import { CorrectionSteps } from "./correction_steps.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { useVariantDocument } from "./match_variant.js";
import { OutcomeChoice } from "./outcome_choice.js";
import { NO_DRAFT, outcomeOf } from "./outcome_draft.js";
import { useFocus } from "./use_focus.js";

/** @param {{ before: string | null, table: import("./hand_details.js").SheetTable, onClose: () => void }} properties `before`: the row that comes next; null: it is the last one */
export function InsertForm({ before, table, onClose }) {
  const [draft, setDraft] = useState(NO_DRAFT);
  const variant = useVariantDocument(table.club, table.match.terms.variant.hash);
  const outcome = outcomeOf(draft, variant ?? null);
  const stated = outcome === null ? [] : [{ kind: /** @type {const} */ ("insert"), before, outcome }];
  return html`
    <section class="correction" aria-label=${text("forgotten_hand")}>
      <h3 tabindex="-1" ref=${useFocus()}>${text("forgotten_at", { place: placeText(table, before) })}</h3>
      <${OutcomeChoice} seats=${seatsAt(table, before)} table=${table} variant=${variant} draft=${draft} onChange=${setDraft} />
      <${CorrectionSteps} table=${table} stated=${stated} usual=${["reason_forgotten"]} onDone=${onClose} onPlanned=${onClose} onLeave=${onClose} />
    </section>
  `;
}
