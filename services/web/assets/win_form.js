// @ts-check
/** A win: who won, from whom, with how many fan or which tiles. The usual win is stated with the first three. */
import { Choice } from "./choice.js";
import { FormPart } from "./form_part.js";
import { NO_TILES } from "./hand.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LiabilityForm } from "./liability_form.js";
import { TilesInput } from "./tiles_input.js";
import { TowardMinimum } from "./toward_minimum.js";
import { WinCircumstances } from "./win_circumstances.js";
import { firstWinner, withHand } from "./win_draft.js";

/** @typedef {import("./win_draft.js").WinDraft} WinDraft */
/** @typedef {import("./win_draft.js").WinnerDraft} WinnerDraft */
/** @typedef {import("./win_draft.js").From} From */
/** @typedef {import("./win_draft.js").Fan} Fan */

/** Where a request has the only winner. */
const PLACE = "/winners/0";

/**
 * The numbers of fan to choose from: those that the rules have. What was recorded is among them.
 * @param {import("./match_variant.js").FanRange} range @param {Fan} chosen @returns {Array<readonly [number | "limit", string]>}
 */
export function fanOptions({ least, most }, chosen) {
  const usual = Array.from({ length: most - least + 1 }, (_, step) => least + step);
  const fan = typeof chosen === "number" && !usual.includes(chosen) ? [...usual, chosen].sort((one, other) => one - other) : usual;
  return [...fan.map((count) => /** @type {const} */ ([count, String(count)])), ["limit", text("limit")]];
}

/** @param {{ draft: WinDraft, names: Map<number, string>, variant: import("./match_variant.js").VariantDocument | null, range: import("./match_variant.js").FanRange, onChange: (draft: WinDraft) => void }} properties */
export function WinForm({ draft, names, variant, range, onChange }) {
  const winner = firstWinner(draft);
  const { chair, fan, hand } = winner;
  /** @param {Partial<WinDraft>} changes */
  const change = (changes) => onChange({ ...draft, ...changes });
  /** @param {Partial<WinnerDraft>} changes */
  const changeWinner = (changes) => change({ winners: [{ ...winner, ...changes }] });
  return html`
    <${Choice} name="winner" legend=${text("who_won")} value=${chair} options=${[...names]} onChange=${(/** @type {number} */ value) => changeWinner({ chair: value })} />
    <${Choice} name="from" legend=${text("who_discarded")} value=${draft.from} options=${[["self", text("self_draw")], ...names]} taken=${chair}
      onChange=${(/** @type {From} */ value) => change({ from: value })} />
    <${Choice} name="fan" legend=${text("how_many_fan")} value=${fan} options=${fanOptions(range, fan)} isComing=${range.isComing}
      onChange=${(/** @type {Fan} */ value) => changeWinner({ fan: value, hand: NO_TILES })} />
    <${TilesInput} hand=${hand} place=${PLACE} onChange=${(/** @type {WinnerDraft["hand"]} */ value) => changeWinner(withHand(winner, value))} />
    <${FormPart} summary=${text("win_circumstances")}
      content=${() => html`
        <${WinCircumstances} draft=${draft} variant=${variant} onChange=${onChange} />
        <${TowardMinimum} winner=${winner} place=${PLACE} onChange=${changeWinner} />
        <${LiabilityForm} winner=${winner} place=${PLACE} names=${names} variant=${variant} onChange=${changeWinner} />
      `} />
  `;
}
