// @ts-check
/** Who sits where in a round. */
import { text } from "./language.js";
import { WINDS } from "./score_request.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {{ table: Schemas["EveningTable"], player: Schemas["Player"], wind: string, others: Schemas["Player"][] }} RoundSeat `others`: at the same table */

/** The wind of a chair when a match begins. @param {number} place of the chair, counted from 0 */
export const windOf = (place) => text(WINDS[place] ?? "east");

/** Every seat of some tables, table by table, East first. @param {ReadonlyArray<Schemas["EveningTable"]>} tables @returns {RoundSeat[]} */
export const seatsOf = (tables) =>
  tables.flatMap((table) =>
    table.players.map((player, place) => ({ table, player, wind: windOf(place), others: table.players.filter((other) => other !== player) })),
  );
