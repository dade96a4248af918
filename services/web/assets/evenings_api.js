// @ts-check
/** Requests about the evenings of a club. Paths are those of the API. */
import { queryOf } from "./period.js";
import { randomKey } from "./random_key.js";
import { authorized, write } from "./session.js";
import { readPreview } from "./settlement_preview.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The evenings of a club, the last opened first. @param {string} club @param {string | null} cursor @returns {Promise<Schemas["Evenings"]>} */
export const listEvenings = (club, cursor) => authorized(`${club}/evenings${queryOf({ limit: "20", cursor: cursor ?? undefined })}`);

/** @param {string} club @param {Schemas["NewEvening"]} evening @param {string} key @returns {Promise<Schemas["Evening"]>} */
export const openEvening = (club, evening, key) => write(`${club}/evenings`, evening, key);

/** @param {string} evening its path @returns {Promise<Schemas["Evening"]>} */
export const readEvening = (evening) => authorized(evening);

/** Who is there twice is there once: it may be sent again. @param {string} evening @param {Schemas["AttendanceChange"]} change */
export const changeAttendance = (evening, change) => write(`${evening}/attendance`, change, randomKey());

/** @param {string} evening @param {Schemas["NewRound"]} round @param {string} key @returns {Promise<Schemas["Evening"]>} */
export const drawRound = (evening, round, key) => write(`${evening}/rounds`, round, key);

/** @param {string} evening @param {number} round @param {Schemas["NewRoundMatches"]} matches @param {string} key @returns {Promise<Schemas["Evening"]>} */
export const openRound = (evening, round, matches, key) => write(`${evening}/rounds/${round}/matches`, matches, key);

/** Also of a tournament. @param {string} evening @param {number} round whose void matches are opened anew @param {string} key */
export const replayRound = (evening, round, key) => write(`${evening}/rounds/${round}:replay`, undefined, key);

/**
 * Who would pay whom for all matches of an evening. The tag names what was read.
 * @param {string} evening @param {string} currency @returns {Promise<{ preview: Schemas["SettlementPreview"], tag: string }>}
 */
export const previewEveningSettlement = (evening, currency) => readPreview(`${evening}/settlement`, { currency });

/** @param {string} evening @param {string} currency @param {string} tag of what was read @param {string} key @returns {Promise<Schemas["Settlement"]>} */
export const settleEvening = (evening, currency, tag, key) => write(`${evening}/settlement`, { currency }, key, { "If-Match": tag });
