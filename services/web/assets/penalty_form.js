// @ts-check
/** A table penalty: who pays, how much, and to whom. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { COUNT } from "./typed_number.js";

/** @typedef {import("./outcome_draft.js").PenaltyDraft} PenaltyDraft */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */

/** @param {{ draft: PenaltyDraft, names: Map<number, string>, variant: VariantDocument | null, onChange: (draft: PenaltyDraft) => void }} properties */
export function PenaltyForm({ draft, names, variant, onChange }) {
  /** @param {Partial<PenaltyDraft>} changes */
  const change = (changes) => onChange({ ...draft, ...changes });
  const listed = Object.entries(variant?.penalties ?? {});
  const usual = variant?.penalties?.[draft.penalty]?.points;
  return html`
    <${Choice} name="payer" legend=${text("who_pays_penalty")} value=${draft.chair} options=${[...names]} onChange=${(/** @type {number} */ chair) => change({ chair })} />
    ${listed.length > 0 &&
    html`<label class="grows">${text("which_penalty")}
      <select value=${draft.penalty} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => change({ penalty: currentTarget.value })}>
        <option value="">${text("own_penalty")}</option>
        ${listed.map(([id, { name }]) => html`<option value=${id}>${nameOf(name)}</option>`)}
      </select>
    </label>`}
    <${Choice} name="payee" legend=${text("paid_to")} value=${draft.payee} options=${[["players", text("to_players")], ["house", text("to_house")]]}
      onChange=${(/** @type {PenaltyDraft["payee"]} */ payee) => change({ payee })} />
    <${NumberInput} label=${text(draft.payee === "house" ? "points_to_house" : "points_to_each")} limits=${COUNT} value=${draft.points} placeholder=${usual === undefined ? "" : String(usual)}
      onInput=${(/** @type {string} */ points) => change({ points })} />
  `;
}
