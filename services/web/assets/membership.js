// @ts-check
/** What whoever is signed in may do in a club. */
import { readMembership } from "./club_api.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["Role"]} Role */

/** @typedef {Schemas["Membership"]} Membership */

/** The membership in a club; `null` for whoever is no member. @param {string} club its path in the API */
export const useMembership = (club) => useLoaded(async () => ({ membership: await readMembership(club) }), [club]);

/** @type {ReadonlyArray<Role>} */
export const ANY_MEMBER = ["owner", "scorer", "referee", "player", "auditor"];
/** @type {ReadonlyArray<Role>} */
export const SCORERS = ["owner", "scorer"];
/** Those who decide in tournaments. @type {ReadonlyArray<Role>} */
export const REFEREES = ["owner", "referee"];
/** Those who change the clock of a tournament. @type {ReadonlyArray<Role>} */
export const TIMEKEEPERS = ["owner", "scorer", "referee"];
/** @type {ReadonlyArray<Role>} */
export const AUDITORS = ["owner", "auditor"];
/** @type {ReadonlyArray<Role>} */
export const OWNERS = ["owner"];
