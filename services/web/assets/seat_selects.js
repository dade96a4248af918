// @ts-check
/** Who sits on which chair at the start, by the winds of the first deal. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { windOf } from "./seats_of_round.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./told_apart.js").Named} Named */

/** @param {{ seats: string[], players: Named[], onSeat: (place: number, player: string) => void }} properties `seats`: the players, chair 1 first */
export const SeatSelects = ({ seats, players, onSeat }) =>
  seats.map(
    (player, place) => html`
      <label>${windOf(place)} ${place === 0 && text("first_dealer")}
        <select value=${player} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onSeat(place, currentTarget.value)}>
          ${players.map((known) => html`<option value=${known.id} selected=${known.id === player}>${playerText(known)}</option>`)}
        </select>
      </label>
    `,
  );
