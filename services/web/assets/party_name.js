// @ts-check
/** Who owes or is owed: a player, or the house of the club. */
import { text } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {Schemas["Party"]} party */
export const partyName = ({ id, name }) => (id === "house" ? text("house") : (name ?? text("unknown_name")));
