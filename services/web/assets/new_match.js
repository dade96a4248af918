// @ts-check
/** Starting a match: who sits where, and by which rules. */
import { openMatch } from "./club_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { MatchTerms, beginningTerms, statedTerms } from "./match_terms.js";
import { today } from "./period.js";
import { ProblemView } from "./problem_view.js";
import { SeatSelects } from "./seat_selects.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The same values in a random order. @template Value @param {Value[]} values */
function shuffled(values) {
  const weights = crypto.getRandomValues(new Uint32Array(values.length));
  const weighted = values.map((value, place) => ({ value, weight: weights[place] ?? 0 }));
  return weighted.sort((one, other) => one.weight - other.weight).map(({ value }) => value);
}

/** Who sits where at first: most evenings go on as the one before. Of those who played, whoever left the club is left out. @param {Schemas["ClubPlayer"][]} players @param {Schemas["Match"] | undefined} last */
function beginningSeats(players, last) {
  const before = last?.seats.map(({ player }) => player.id).filter((played) => players.some(({ id }) => id === played)) ?? [];
  const others = players.map(({ id }) => id).filter((id) => !before.includes(id));
  return [...before, ...others].slice(0, 4);
}

/**
 * @param {{
 *   club: string, timeZone: string, players: Schemas["ClubPlayer"][], variants: Schemas["VariantSummary"][], own: Schemas["ClubVariant"][], last?: Schemas["Match"],
 * }} properties `timeZone`: of the club; `own`: its variants; `last`: the match that was started last
 */
export function NewMatch({ club, timeZone, players, variants, own, last }) {
  const [seats, setSeats] = useState(() => beginningSeats(players, last));
  const [terms, setTerms] = useState(() => beginningTerms(variants, own, last?.terms));
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  const areFour = new Set(seats).size === seats.length;
  /** @param {number} place @param {string} player */
  const seat = (place, player) => setSeats(seats.map((other, at) => (at === place ? player : other)));
  /** @param {Event} event */
  const start = (event) => {
    event.preventDefault();
    const opened = { terms: statedTerms(terms, own), players: seats, played_on: today(timeZone) };
    act(async () => {
      const match = await openMatch(club, opened, sameKey.keyOf(opened));
      location.assign(`${club.replace("/v1", "")}/matches/${match.id}`);
    });
  };
  return html`
    <form class="form" onSubmit=${start}>
      <${SeatSelects} seats=${seats} players=${players} onSeat=${seat} />
      <button type="button" class="quiet" onClick=${() => setSeats(shuffled(seats))}>${text("draw_seats")}</button>
      <${MatchTerms} terms=${terms} variants=${variants} own=${own} onChange=${setTerms} />
      ${!areFour && html`<p role="alert">${text("four_players")}</p>`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${!areFour || isBusy}>${text("new_match")}</button>
    </form>
  `;
}
