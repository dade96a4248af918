// @ts-check
/** Who owes or is owed: a player, or the house of the club. */
import { text } from "./language.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {Schemas["Party"]} party */
export const partyName = (party) => (party.id === "house" ? text("house") : playerText(party));
