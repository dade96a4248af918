// @ts-check
/** A table penalty: who pays, how much, and to whom. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NamedAmount } from "./named_amount.js";

/** @typedef {import("./outcome_draft.js").PenaltyDraft} PenaltyDraft */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */

/** @param {{ draft: PenaltyDraft, names: Map<number, string>, variant: VariantDocument | null, onChange: (draft: PenaltyDraft) => void }} properties */
export function PenaltyForm({ draft, names, variant, onChange }) {
  /** @param {Partial<PenaltyDraft>} changes */
  const change = (changes) => onChange({ ...draft, ...changes });
  return html`
    <${Choice} name="payer" legend=${text("who_pays_penalty")} value=${draft.chair} options=${[...names]} onChange=${(/** @type {number} */ chair) => change({ chair })} />
    <${Choice} name="payee" legend=${text("paid_to")} value=${draft.payee} options=${[["players", text("to_players")], ["house", text("to_house")]]}
      onChange=${(/** @type {PenaltyDraft["payee"]} */ payee) => change({ payee })} />
    <${NamedAmount} named=${variant?.penalties} legend=${text("which_penalty")} id=${draft.penalty} points=${draft.points}
      pointsLabel=${text(draft.payee === "house" ? "points_to_house" : "points_to_each")}
      onId=${(/** @type {string} */ penalty) => change({ penalty })} onPoints=${(/** @type {string} */ points) => change({ points })} />
  `;
}
