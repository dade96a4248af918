// @ts-check
/** What a whole match came to, of which no hand was written down. What is missing to zero goes to the club only if somebody says so. */
import { ChairPoints } from "./chair_points.js";
import { CheckField } from "./check_field.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { houseOf } from "./outcome_draft.js";

/** @typedef {import("./outcome_draft.js").TotalsDraft} TotalsDraft */

/** @param {{ draft: TotalsDraft, names: Map<number, string>, onChange: (draft: TotalsDraft) => void }} properties */
export function TotalsForm({ draft, names, onChange }) {
  const house = html`<${CheckField} label=${text("rest_to_house")} isChecked=${draft.restToHouse} onChange=${(/** @type {boolean} */ restToHouse) => onChange({ ...draft, restToHouse })} />`;
  return html`
    <p class="quiet-text">${text("totals_hint")}</p>
    <${ChairPoints} legend=${text("totals_of_match")} names=${names} points=${draft.points} toHouse=${houseOf(draft)} more=${house}
      onChange=${(/** @type {string[]} */ points) => onChange({ ...draft, points })} />
  `;
}
