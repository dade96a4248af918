// @ts-check
/** Requests about the account of whoever is signed in. */
import { authorized } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @returns {Promise<Schemas["User"]>} */
export const whoAmI = () => authorized("/v1/users/me");
