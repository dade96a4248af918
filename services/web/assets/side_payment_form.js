// @ts-check
/** A side payment: who is paid, by whom, what for and how much. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NamedAmount } from "./named_amount.js";
import { EACH_OTHER } from "./outcome_draft.js";

/** @typedef {import("./outcome_draft.js").SidePaymentDraft} SidePaymentDraft */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */

/** @param {{ draft: SidePaymentDraft, names: Map<number, string>, variant: VariantDocument | null, onChange: (draft: SidePaymentDraft) => void }} properties */
export function SidePaymentForm({ draft, names, variant, onChange }) {
  /** @param {Partial<SidePaymentDraft>} changes */
  const change = (changes) => onChange({ ...draft, ...changes });
  return html`
    <${Choice} name="paid" legend=${text("who_is_paid")} value=${draft.chair} options=${[...names]} onChange=${(/** @type {number} */ chair) => change({ chair })} />
    <${Choice} name="pays" legend=${text("who_pays_side")} value=${draft.from} options=${[[EACH_OTHER, text("each_other_player")], ...names]} taken=${draft.chair}
      onChange=${(/** @type {number} */ from) => change({ from })} />
    <${NamedAmount} named=${variant?.side_payments} legend=${text("which_side_payment")} id=${draft.side_payment} points=${draft.points}
      pointsLabel=${text(draft.from === EACH_OTHER ? "points_from_each" : "points_from_one")}
      onId=${(/** @type {string} */ side_payment) => change({ side_payment })} onPoints=${(/** @type {string} */ points) => change({ points })} />
  `;
}
