// @ts-check
/** Starting a match: who sits where, and by which rules. */
import { openMatch } from "./club_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { ProblemView } from "./problem_view.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const USUAL_VARIANT = "old-hong-kong";

/** Today, where the browser is. */
function today() {
  const now = new Date();
  const digits = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${digits(now.getMonth() + 1)}-${digits(now.getDate())}`;
}

/** The same values in a random order. @template Value @param {Value[]} values */
function shuffled(values) {
  const weights = crypto.getRandomValues(new Uint32Array(values.length));
  const weighted = values.map((value, place) => ({ value, weight: weights[place] ?? 0 }));
  return weighted.sort((one, other) => one.weight - other.weight).map(({ value }) => value);
}

/** @param {{ club: string, players: Schemas["ClubPlayer"][], variants: Schemas["VariantSummary"][] }} properties */
export function NewMatch({ club, players, variants }) {
  const [seats, setSeats] = useState(players.slice(0, 4).map(({ id }) => id));
  const [variant, setVariant] = useState(USUAL_VARIANT);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const areFour = new Set(seats).size === seats.length;
  /** @param {number} place @param {string} player */
  const seat = (place, player) => setSeats(seats.map((other, at) => (at === place ? player : other)));
  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    try {
      const match = await openMatch(club, { variant: { id: variant }, players: seats, played_on: today() });
      location.assign(`${club.replace("/v1", "")}/matches/${match.id}`);
    } catch (refused) {
      setError(refused);
    }
  };
  return html`
    <form class="form" onSubmit=${start}>
      ${seats.map(
        (player, place) => html`
          <label>${text("chair", { number: place + 1 })} ${place === 0 && text("first_dealer")}
            <select value=${player} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => seat(place, currentTarget.value)}>
              ${players.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
            </select>
          </label>
        `,
      )}
      <button type="button" class="quiet" onClick=${() => setSeats(shuffled(seats))}>${text("draw_seats")}</button>
      <label>${text("variant")}
        <select value=${variant} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => setVariant(currentTarget.value)}>
          ${variants.map(({ id, name }) => html`<option value=${id}>${nameOf(name)}</option>`)}
        </select>
      </label>
      ${!areFour && html`<p role="alert">${text("four_players")}</p>`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${!areFour}>${text("new_match")}</button>
    </form>
  `;
}
