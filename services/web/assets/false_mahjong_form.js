// @ts-check
/** A false mahjong: who called it, and what is paid where the rules leave the amount to the table. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { COUNT } from "./typed_number.js";

/** @typedef {import("./outcome_draft.js").FalseMahjongDraft} FalseMahjongDraft */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */

/** @param {{ draft: FalseMahjongDraft, names: Map<number, string>, variant: VariantDocument | null, onChange: (draft: FalseMahjongDraft) => void }} properties */
export function FalseMahjongForm({ draft, names, variant, onChange }) {
  const { rule = "points", points } = variant?.false_mahjong ?? {};
  if (rule === "open_hand") return html`<p>${text("false_mahjong_open")}</p>`;
  return html`
    <${Choice} name="caller" legend=${text("who_called")} value=${draft.chair} options=${[...names]} onChange=${(/** @type {number} */ chair) => onChange({ ...draft, chair })} />
    ${points !== undefined
      ? html`<p>${text("false_mahjong_fixed", { points })}</p>`
      : html`<${NumberInput} label=${text("points_to_each")} limits=${COUNT} value=${draft.points} onInput=${(/** @type {string} */ typed) => onChange({ ...draft, points: typed })} />`}
  `;
}
