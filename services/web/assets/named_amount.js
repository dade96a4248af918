// @ts-check
/** Something that costs points: which of those that the rules name, or one of the table's own; and how much, if not the usual amount. */
import { html } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { COUNT } from "./typed_number.js";

/** @typedef {import("./match_variant.js").NamedAmounts} NamedAmounts */

/**
 * @param {{
 *   named: NamedAmounts | undefined, legend: string, id: string, points: string, pointsLabel: string, onId: (id: string) => void, onPoints: (typed: string) => void,
 * }} properties `id` is empty for one of the table's own
 */
export function NamedAmount({ named = {}, legend, id, points, pointsLabel, onId, onPoints }) {
  const listed = Object.entries(named);
  const usual = named[id]?.points;
  return html`
    ${listed.length > 0 &&
    html`<label class="grows">${legend}
      <select value=${id} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onId(currentTarget.value)}>
        <option value="">${text("own_amount")}</option>
        ${listed.map(([one, { name }]) => html`<option value=${one}>${nameOf(name)}</option>`)}
      </select>
    </label>`}
    <${NumberInput} label=${pointsLabel} limits=${COUNT} value=${points} placeholder=${usual === undefined ? "" : String(usual)} onInput=${onPoints} />
  `;
}
