// @ts-check
/** The totals of a match instead of all that was recorded of it: one correction, which leaves only who took over from whom. */
import { MOST_CHANGES, replacedByTotals, totalsInstead } from "./correction_draft.js";
import { CorrectionSteps } from "./correction_steps.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NO_DRAFT, outcomeOf } from "./outcome_draft.js";
import { OutcomeFields } from "./outcome_fields.js";
import { useFocus } from "./use_focus.js";

/** @param {{ table: import("./hand_details.js").SheetTable, onClose: () => void }} properties */
export function TotalsInsteadForm({ table, onClose }) {
  const { match, rounds, club, playerName, variant } = table;
  const [draft, setDraft] = useState({ ...NO_DRAFT, kind: /** @type {const} */ ("totals") });
  const names = new Map(match.seats.map(({ chair, player }) => [chair, playerName(player.id)]));
  const outcome = outcomeOf(draft, variant);
  const stated = outcome === null ? [] : totalsInstead(rounds, outcome);
  // Beside the totals, each row is a change.
  const [most, count] = [MOST_CHANGES - 1, replacedByTotals(rounds).length];
  return html`
    <section class="correction" aria-label=${text("totals_instead")}>
      <h3 tabindex="-1" ref=${useFocus()}>${text("totals_instead")}</h3>
      <p class="quiet-text">${text("totals_instead_hint")}</p>
      ${count > most
        ? html`<p role="status">${text("totals_instead_too_many", { most, count })}</p><button type="button" class="quiet" onClick=${onClose}>${text("leave_as_is")}</button>`
        : html`
            <${OutcomeFields} draft=${draft} table=${{ club, names, variant, seated: [] }} onChange=${setDraft} />
            <${CorrectionSteps} table=${table} stated=${stated} usual=${["reason_totals"]} onDone=${onClose} onPlanned=${onClose} onLeave=${onClose} />
          `}
    </section>
  `;
}
