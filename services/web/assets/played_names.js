// @ts-check
/** Who sat on a chair when something happened: a substitution changes it. */
import { text } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** The name of a player. @typedef {(player: string) => string} PlayerName */

/** The names of everybody who took part. @param {Schemas["Match"]} match @param {Schemas["Rounds"]} rounds @returns {PlayerName} */
export function playerNames(match, rounds) {
  const players = [...match.seats.map(({ player }) => player), ...rounds.players, ...rounds.standings.map(({ player }) => player)];
  const names = new Map(players.map(({ id, name }) => [id, name]));
  return (player) => names.get(player) ?? text("unknown_name");
}

/** The name of whoever sat on a chair then. @param {ReadonlyArray<{ chair: number, player: string }>} seats @param {PlayerName} playerName @returns {(chair: number) => string} */
export function chairNames(seats, playerName) {
  const players = new Map(seats.map(({ chair, player }) => [chair, player]));
  return (chair) => playerName(players.get(chair) ?? "");
}
