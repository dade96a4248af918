// @ts-check
/** Other people sat on the chairs from the start: who, and whose is what was recorded. */
import { Choice } from "./choice.js";
import { reseatOf } from "./correction_draft.js";
import { CorrectionSteps } from "./correction_steps.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { SeatSelects } from "./seat_selects.js";
import { useClubPlayers } from "./use_club_players.js";
import { useFocus } from "./use_focus.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The seats with somebody else on one chair. Whoever sat there takes the chair that gets free: two people change places with one choice. @param {string[]} seats @param {number} place @param {string} player */
function withSeat(seats, place, player) {
  const leaves = seats[place] ?? player;
  return seats.map((other, at) => (at === place ? player : other === player ? leaves : other));
}

/** @param {{ table: import("./hand_details.js").SheetTable, onClose: () => void }} properties */
export function ReseatForm({ table, onClose }) {
  const started = table.rounds.players;
  const before = started.map(({ id }) => id);
  const planned = reseatOf(table.correction.changes);
  const [seats, setSeats] = useState(planned?.players ?? before);
  const [outcomes, setOutcomes] = useState(planned?.outcomes ?? /** @type {Schemas["Reseated"]} */ ("follow_players"));
  const { players, error } = useClubPlayers(table.club);
  // Whoever was merged or left is not among those who play, and sat there.
  const choice = [...started.filter(({ id }) => !players.some((known) => known.id === id)), ...players];
  // With others at the table, what was recorded can only stay with the chairs.
  const areSame = seats.every((player) => before.includes(player));
  const isOther = seats.some((player, place) => player !== before[place]);
  const stated = isOther ? [{ kind: /** @type {const} */ ("reseat"), players: seats, outcomes: areSame ? outcomes : /** @type {const} */ ("stay_with_chairs") }] : [];
  return html`
    <section class="correction" aria-label=${text("seats")}>
      <h3 tabindex="-1" ref=${useFocus()}>${text("seats_at_start")}</h3>
      <p class="quiet-text">${text("seats_hint")}</p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <div class="form"><${SeatSelects} seats=${seats} players=${choice} onSeat=${(/** @type {number} */ place, /** @type {string} */ player) => setSeats(withSeat(seats, place, player))} /></div>
      ${areSame
        ? html`<${Choice} name="reseated" legend=${text("what_was_recorded")} value=${outcomes} onChange=${setOutcomes}
            options=${[["follow_players", text("follow_players")], ["stay_with_chairs", text("stay_with_chairs")]]} />`
        : html`<p>${text("others_take_over")}</p>`}
      <${CorrectionSteps} table=${table} stated=${stated} usual=${["reason_seats"]} onDone=${onClose} onPlanned=${onClose} onLeave=${onClose} />
    </section>
  `;
}
