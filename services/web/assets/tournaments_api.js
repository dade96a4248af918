// @ts-check
/** Requests about the tournaments of a club. Paths are those of the API. The matches of a round are opened as those of an evening are. */
import { queryOf } from "./period.js";
import { randomKey } from "./random_key.js";
import { authorized, write } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The tournaments of a club, the last opened first. @param {string} club @param {string | null} cursor @returns {Promise<Schemas["Tournaments"]>} */
export const listTournaments = (club, cursor) => authorized(`${club}/tournaments${queryOf({ limit: "20", cursor: cursor ?? undefined })}`);

/** @param {string} club @param {Schemas["NewTournament"]} tournament @param {string} key @returns {Promise<Schemas["Tournament"]>} */
export const openTournament = (club, tournament, key) => write(`${club}/tournaments`, tournament, key);

/** @param {string} tournament its path @returns {Promise<Schemas["Tournament"]>} */
export const readTournament = (tournament) => authorized(tournament);

/** @param {string} tournament its path @returns {Promise<Schemas["TournamentStandings"]>} */
export const readTournamentStandings = (tournament) => authorized(`${tournament}/standings`);

/** Who is there twice is there once: it may be sent again. @param {string} tournament @param {Schemas["EntrantsChange"]} change @returns {Promise<Schemas["Tournament"]>} */
export const changeEntrants = (tournament, change) => write(`${tournament}/entrants`, change, randomKey());

/** @param {string} tournament @param {Schemas["NewTournamentRound"]} round @param {string} key @returns {Promise<Schemas["Tournament"]>} */
export const drawTournamentRound = (tournament, round, key) => write(`${tournament}/rounds`, round, key);

/** @param {string} tournament @param {number} round @param {Schemas["NewTournamentClock"]} clock @returns {Promise<Schemas["Tournament"]>} */
export const setTournamentClock = (tournament, round, clock) => write(`${tournament}/rounds/${round}/clock`, clock, randomKey());

/** @param {string} tournament @param {Schemas["NewTournamentPenalty"]} penalty @param {string} key @returns {Promise<Schemas["Tournament"]>} */
export const givePenalty = (tournament, penalty, key) => write(`${tournament}/penalties`, penalty, key);

/** @param {string} tournament @param {number} seq of the penalty @param {string} reason @returns {Promise<Schemas["Tournament"]>} */
export const withdrawPenalty = (tournament, seq, reason) => write(`${tournament}/penalties/${seq}:withdraw`, { reason }, randomKey());

/** @param {string} tournament its path @param {string} key @returns {Promise<Schemas["Tournament"]>} */
export const closeTournament = (tournament, key) => write(`${tournament}:close`, {}, key);
