// @ts-check
/** Points that the players agreed on. They sum to zero. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { agreedPoints } from "./outcome_draft.js";
import { SIGNED_POINTS } from "./typed_number.js";

/** @typedef {import("./outcome_draft.js").AgreedDraft} AgreedDraft */

/** @param {{ draft: AgreedDraft, names: Map<number, string>, onChange: (draft: AgreedDraft) => void }} properties */
export function AgreedForm({ draft, names, onChange }) {
  const points = agreedPoints(draft);
  const sum = points?.reduce((before, one) => before + one, 0);
  /** @param {number} place @param {string} typed */
  const change = (place, typed) => onChange({ ...draft, points: draft.points.map((other, at) => (at === place ? typed : other)) });
  return html`
    <fieldset class="choice">
      <legend>${text("agreed_points")}</legend>
      <div class="four">
        ${[...names].map(
          ([, name], place) => html`
            <${NumberInput} label=${name} limits=${SIGNED_POINTS} placeholder="0" value=${draft.points[place]} onInput=${(/** @type {string} */ typed) => change(place, typed)} />
          `,
        )}
      </div>
      <p role="status">${sum === undefined ? "" : sum === 0 ? text("sum_is_zero") : text("sum_is", { points: signed(sum) })}</p>
    </fieldset>
    <${Choice} name="agreedWinner" legend=${text("counts_as_won_by")} value=${draft.winner} options=${[[0, text("nobody")], ...names]}
      onChange=${(/** @type {number} */ winner) => onChange({ ...draft, winner })} />
  `;
}
