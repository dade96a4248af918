// @ts-check
/** Requests about the seasons of a club. Paths are those of the API. */
import { queryOf } from "./period.js";
import { authorized, write } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The seasons of a club, the last opened first. @param {string} club @param {string | null} cursor @returns {Promise<Schemas["Seasons"]>} */
export const listSeasons = (club, cursor) => authorized(`${club}/seasons${queryOf({ limit: "20", cursor: cursor ?? undefined })}`);

/** @param {string} club @param {Schemas["NewSeason"]} season @param {string} key @returns {Promise<Schemas["Season"]>} */
export const openSeason = (club, season, key) => write(`${club}/seasons`, season, key);

/** @param {string} season its path @returns {Promise<Schemas["Season"]>} */
export const readSeason = (season) => authorized(season);

/** @param {string} season its path @returns {Promise<Schemas["SeasonStandings"]>} */
export const readSeasonStandings = (season) => authorized(`${season}/standings`);

/** @param {string} season its path @param {string} key @returns {Promise<Schemas["Season"]>} */
export const closeSeason = (season, key) => write(`${season}:close`, {}, key);
