// @ts-check
/** Who is liable for a win and pays for all three, and by which rule of the variant. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { TILES_LEFT } from "./win_draft.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./win_draft.js").WinnerDraft} WinnerDraft */
/** @typedef {import("./win_draft.js").LiabilityDraft} LiabilityDraft */

/** @type {ReadonlyArray<Schemas["LiabilityRule"]>} */
const RULES = ["nine_tiles", "twelve_tiles", "five_tiles", "big_three_dragons", "big_four_winds", "kong_replacement", "fourth_meld"];

/**
 * @param {{
 *   winner: WinnerDraft, place: string, names: Map<number, string>, variant: import("./match_variant.js").VariantDocument | null,
 *   onChange: (changes: Partial<WinnerDraft>) => void,
 * }} properties `place`: where a request has the winner
 */
export function LiabilityForm({ winner, place, names, variant, onChange }) {
  const { liability } = winner;
  const { chair, rule } = liability;
  const played = RULES.filter((one) => variant === null || (variant.liabilities ?? []).some((of) => of.rule === one) || one === rule);
  if (played.length === 0) return null;
  /** @param {Partial<LiabilityDraft>} changes */
  const change = (changes) => onChange({ liability: { ...liability, ...changes } });
  const others = [...names].filter(([other]) => other !== winner.chair);
  /** With one rule there is nothing to choose. @param {number} value 0 for nobody */
  const choose = (value) => change({ chair: value === 0 ? null : value, rule: rule === "" ? (played[0] ?? "") : rule });
  return html`
    <${Choice} name="liable" place=${`${place}/liability/chair`} legend=${text("liable")} value=${chair ?? 0} options=${[[0, text("nobody")], ...others]} onChange=${choose} />
    ${chair !== null &&
    html`
      <label class="grows">${text("liability_rule")}
        <select value=${rule} data-place=${`${place}/liability/rule`} onChange=${(/** @type {{ currentTarget: { value: LiabilityDraft["rule"] } }} */ { currentTarget }) => change({ rule: currentTarget.value })}>
          ${played.map((one) => html`<option value=${one}>${text(`liability_${one}`)}</option>`)}
        </select>
      </label>
    `}
    ${chair !== null &&
    rule === "five_tiles" &&
    html`
      <${NumberInput} label=${text("tiles_left_in_wall")} limits=${TILES_LEFT} place=${`${place}/liability/tiles_left`} value=${liability.tilesLeft} onInput=${(/** @type {string} */ value) => change({ tilesLeft: value })} />
      <label class="check"><input type="checkbox" checked=${liability.liveTile} onChange=${() => change({ liveTile: !liability.liveTile })} /> ${text("live_tile")}</label>
    `}
  `;
}
