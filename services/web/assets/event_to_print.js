// @ts-check
/** An evening or a tournament, as far as it is printed. */
import { listPlayers } from "./club_api.js";
import { readEvening } from "./evenings_api.js";
import { text } from "./language.js";
import { readTournament } from "./tournaments_api.js";
import { whoPlay } from "./use_club_players.js";
import { countedRounds } from "./use_tournament.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** Somebody who takes part, or may. @typedef {{ player: Schemas["Player"], isHere: boolean, team?: string }} Participant */
/**
 * @typedef {{
 *   title: string, days: string, rounds: ReadonlyArray<Schemas["EveningRound"]>, participants: Participant[],
 * }} EventToPrint
 * `rounds`: those that count, in order
 */

/** @param {string} path of the tournament in the API @returns {Promise<EventToPrint>} */
export async function readTournamentToPrint(path) {
  const tournament = await readTournament(path);
  const { name, from, until, entrants } = tournament;
  return {
    title: name ?? text("unknown_name"),
    days: text("tournament_days", { from, until }),
    rounds: countedRounds(tournament),
    participants: entrants.filter(({ state }) => state !== "withdrawn").map(({ player, state, team }) => ({ player, isHere: state === "checked_in", ...(team === undefined ? {} : { team }) })),
  };
}

/** Whoever plays in the club may come to an evening. @param {string} club @param {string} path of the evening in the API @returns {Promise<EventToPrint>} */
export async function readEveningToPrint(club, path) {
  const [evening, { players }] = await Promise.all([readEvening(path), listPlayers(club)]);
  const here = new Set(evening.present.map(({ id }) => id));
  return {
    title: evening.hall ?? "",
    days: evening.held_on,
    rounds: evening.rounds.filter(({ replaced }) => !replaced),
    participants: whoPlay(players).map((player) => ({ player, isHere: here.has(player.id) })),
  };
}
