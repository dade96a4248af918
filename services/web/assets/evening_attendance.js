// @ts-check
/** Who is there: one tap when somebody comes, one when they leave. */
import { Refusal } from "./api.js";
import { CheckField } from "./check_field.js";
import { changeAttendance } from "./evenings_api.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { listed, text } from "./language.js";
import { inNameOrder } from "./name_order.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
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
      : html`<p>${listed(inNameOrder(present).map(partyName))}</p>`}
  </section>
`;

/** Whether the server says that it is not to be, and not that it has no time now. @param {unknown} error */
const isRefused = (error) => error instanceof Refusal && error.problem.status < 500 && ![408, 429].includes(error.problem.status);

/**
 * Ticks that could not be sent stay as they were tapped, and are sent when there is a network again, or when somebody asks for it.
 * @param {string} evening @param {() => void} onChange
 */
function useChecks(evening, onChange) {
  const [unsent, setUnsent] = useState(/** @type {Map<string, boolean>} */ (new Map()));
  const [refused, setRefused] = useState(/** @type {unknown} */ (null));
  /** The last tap on each player: what became of one before it says nothing any more. */
  const taps = useRef(/** @type {Map<string, object>} */ (new Map()));
  /** @param {string} player @param {boolean} isThere */
  const check = async (player, isThere) => {
    const tap = {};
    taps.current.set(player, tap);
    setRefused(null);
    const error = await changeAttendance(evening, isThere ? { checked_in: [player] } : { checked_out: [player] }).then(() => null, (/** @type {unknown} */ failed) => failed);
    if (taps.current.get(player) === tap) {
      setUnsent((before) => {
        const after = new Map(before);
        after.delete(player);
        return error === null || isRefused(error) ? after : after.set(player, isThere);
      });
    }
    if (isRefused(error)) setRefused(error);
    onChange();
  };
  const sendAll = () => unsent.forEach((isThere, player) => check(player, isThere));
  useEffect(() => {
    addEventListener("online", sendAll);
    return () => removeEventListener("online", sendAll);
  }, [unsent]);
  return { unsent, refused, check, sendAll };
}

/** @param {{ club: string, evening: string, present: Schemas["Player"][], onChange: () => void }} properties */
function CheckIn({ club, evening, present, onChange }) {
  const { players, error } = useClubPlayers(club);
  const { unsent, refused, check, sendAll } = useChecks(evening, onChange);
  const there = new Set(present.map(({ id }) => id));
  const failed = error ?? refused;
  return html`
    ${failed !== null && html`<${ProblemView} error=${failed} />`}
    ${unsent.size > 0 &&
    html`<p class="line problem" role="status"><span>${text("checks_unsent", { count: unsent.size })}</span> <button type="button" class="quiet" onClick=${sendAll}>${text("try_again")}</button></p>`}
    <div class="check-in">
      ${players.map(
        (player) => html`<${CheckField} key=${player.id} label=${unsent.has(player.id) ? text("check_unsent", { name: playerText(player) }) : playerText(player)}
          isChecked=${unsent.get(player.id) ?? there.has(player.id)} onChange=${(/** @type {boolean} */ isThere) => check(player.id, isThere)} />`,
      )}
    </div>
  `;
}
