// @ts-check
/** Several winners of one discard or robbed kong, each with fan or tiles. */
import { Choice } from "./choice.js";
import { FormPart } from "./form_part.js";
import { NO_TILES } from "./hand.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LiabilityForm } from "./liability_form.js";
import { TilesInput } from "./tiles_input.js";
import { TowardMinimum } from "./toward_minimum.js";
import { WinCircumstances } from "./win_circumstances.js";
import { NO_WINNER, withHand } from "./win_draft.js";
import { fanOptions } from "./win_form.js";

/** @typedef {import("./win_draft.js").WinDraft} WinDraft */
/** @typedef {import("./win_draft.js").WinnerDraft} WinnerDraft */
/** @typedef {import("./win_draft.js").Fan} Fan */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */
/** @typedef {import("./match_variant.js").FanRange} FanRange */

/** @param {{ draft: WinDraft, names: Map<number, string>, variant: VariantDocument | null, fan: FanRange, onChange: (draft: WinDraft) => void }} properties */
export function SeveralWinnersForm({ draft, names, variant, fan, onChange }) {
  const { from, winners } = draft;
  /** @param {number} chair */
  const toggle = (chair) => {
    const isWinner = winners.some((winner) => winner.chair === chair);
    const others = winners.filter((winner) => winner.chair !== chair);
    onChange({ ...draft, winners: isWinner ? others : [...others, { ...NO_WINNER, chair }] });
  };
  /** @param {WinnerDraft} changed */
  const change = (changed) => onChange({ ...draft, winners: winners.map((winner) => (winner.chair === changed.chair ? changed : winner)) });
  const others = [...names].filter(([chair]) => chair !== from);
  return html`
    <${Choice} name="from" legend=${text("who_discarded")} value=${from} options=${[...names]}
      onChange=${(/** @type {number} */ value) => onChange({ ...draft, from: value, winners: winners.filter(({ chair }) => chair !== value) })} />
    ${from !== null &&
    others.map(([chair, name]) => {
      const index = winners.findIndex((one) => one.chair === chair);
      const winner = winners[index] ?? null;
      return html`
        <fieldset class="winner" key=${chair}>
          <legend>${name}</legend>
          <label class="check"><input type="checkbox" checked=${winner !== null} onChange=${() => toggle(chair)} /> ${text("won_too", { name })}</label>
          ${winner !== null && html`<${WinnerForm} winner=${winner} place=${`/winners/${index}`} names=${names} variant=${variant} range=${fan} onChange=${change} />`}
        </fieldset>
      `;
    })}
    <${FormPart} summary=${text("win_circumstances")} content=${() => html`<${WinCircumstances} draft=${draft} variant=${variant} onChange=${onChange} />`} />
  `;
}

/** @param {{ winner: WinnerDraft, place: string, names: Map<number, string>, variant: VariantDocument | null, range: FanRange, onChange: (winner: WinnerDraft) => void }} properties `place`: where a request has the winner */
function WinnerForm({ winner, place, names, variant, range, onChange }) {
  /** @param {Partial<WinnerDraft>} changes */
  const change = (changes) => onChange({ ...winner, ...changes });
  return html`
    <${Choice} name="fan" legend=${text("how_many_fan")} value=${winner.fan} options=${fanOptions(range, winner.fan)} isComing=${range.isComing}
      onChange=${(/** @type {Fan} */ chosen) => change({ fan: chosen, hand: NO_TILES })} />
    <${TilesInput} hand=${winner.hand} place=${place} onChange=${(/** @type {WinnerDraft["hand"]} */ hand) => change(withHand(winner, hand))} />
    <${FormPart} summary=${text("winner_circumstances")}
      content=${() => html`
        <${TowardMinimum} winner=${winner} place=${place} onChange=${change} />
        <${LiabilityForm} winner=${winner} place=${place} names=${names} variant=${variant} onChange=${change} />
      `} />
  `;
}
