// @ts-check
/** Points of the four chairs, typed, with what they sum to. */
import { html } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { pointsSum } from "./outcome_draft.js";
import { SIGNED_POINTS } from "./typed_number.js";

/**
 * @param {{ legend: string, names: Map<number, string>, points: string[], toHouse?: number, more?: unknown, onChange: (points: string[]) => void }} properties
 * `toHouse`: what of the sum the club gets; `more`: a field that stands with them
 */
export function ChairPoints({ legend, names, points, toHouse = 0, more, onChange }) {
  const sum = pointsSum(points);
  const missing = sum === null ? 0 : -sum - toHouse;
  /** @param {number} place @param {string} typed */
  const change = (place, typed) => onChange(points.map((other, at) => (at === place ? typed : other)));
  return html`
    <fieldset class="choice">
      <legend>${legend}</legend>
      <div class="four">
        ${[...names].map(
          ([, name], place) => html`
            <${NumberInput} label=${name} limits=${SIGNED_POINTS} placeholder="0" value=${points[place]} onInput=${(/** @type {string} */ typed) => change(place, typed)} />
          `,
        )}
      </div>
      ${more}
      <p role="status">
        ${sum !== null && (missing !== 0 ? text("sum_is", { points: signed(sum), missing: signed(missing) }) : toHouse > 0 ? text("house_gets", { points: toHouse }) : text("sum_is_zero"))}
      </p>
    </fieldset>
  `;
}
