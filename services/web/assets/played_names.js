// @ts-check
/** Who sat on a chair when something happened: a substitution changes it. */
import { text } from "./language.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** The name of a player. @typedef {(player: string) => string} PlayerName */

/** The names of some players, by their ids. @param {ReadonlyArray<import("./told_apart.js").Named>} players @returns {PlayerName} */
export function namesOf(players) {
  const names = new Map(players.map((player) => [player.id, playerText(player)]));
  return (player) => names.get(player) ?? text("unknown_name");
}

/** The names of everybody who took part. @param {Schemas["Match"]} match @param {Schemas["Rounds"]} rounds @returns {PlayerName} */
export const playerNames = (match, rounds) => namesOf([...match.seats.map(({ player }) => player), ...rounds.players, ...rounds.standings.map(({ player }) => player)]);

/** Players by their chairs. @param {ReadonlyArray<string>} players chair 1 first */
export const atChairs = (players) => players.map((player, place) => ({ chair: place + 1, player }));

/** The name of whoever sat on a chair then. @param {ReadonlyArray<{ chair: number, player: string }>} seats @param {PlayerName} playerName @returns {(chair: number) => string} */
export function chairNames(seats, playerName) {
  const players = new Map(seats.map(({ chair, player }) => [chair, player]));
  return (chair) => playerName(players.get(chair) ?? "");
}
