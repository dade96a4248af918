// @ts-check
/** Who is there: one tap when somebody comes, one when they leave. */
import { CheckField } from "./check_field.js";
import { changeAttendance } from "./evenings_api.js";
import { html } from "./htm_preact_standalone.js";
import { listed, text } from "./language.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useClubPlayers } from "./use_club_players.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ club: string, evening: string, present: Schemas["Player"][], isScorer: boolean, onChange: () => void }} properties
 * `present`: who is there
 */
export const EveningAttendance = ({ club, evening, present, isScorer, onChange }) => html`
  <section aria-labelledby="present">
    <h3 id="present">${text("present_count", { count: present.length })}</h3>
    ${isScorer
      ? html`<${CheckIn} club=${club} evening=${evening} present=${present} onChange=${onChange} />`
      : html`<p>${listed(present.map(partyName))}</p>`}
  </section>
`;

/** @param {{ club: string, evening: string, present: Schemas["Player"][], onChange: () => void }} properties */
function CheckIn({ club, evening, present, onChange }) {
  const { players, error } = useClubPlayers(club);
  const action = useAction();
  const there = new Set(present.map(({ id }) => id));
  const failed = error ?? action.error;
  /** @param {string} player @param {boolean} isThere */
  const check = async (player, isThere) => {
    await action.act(() => changeAttendance(evening, isThere ? { checked_in: [player] } : { checked_out: [player] }));
    onChange();
  };
  return html`
    ${failed !== null && html`<${ProblemView} error=${failed} />`}
    <div class="check-in">
      ${players.map(
        ({ id, name }) => html`<${CheckField} key=${id} label=${name} isChecked=${there.has(id)} onChange=${(/** @type {boolean} */ isThere) => check(id, isThere)} />`,
      )}
    </div>
  `;
}
