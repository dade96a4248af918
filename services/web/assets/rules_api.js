// @ts-check
/** Requests about the house rules of a club. Paths are those of the API. */
import { send } from "./api.js";
import { pagePath, sendChange } from "./change_request.js";
import { randomKey } from "./random_key.js";
import { authorized, write } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */
/** The documentation of the API says of a document only that it is an object. @typedef {{ hash: string, document: VariantDocument }} WithDocument */

const PAGE = 50;

/** @param {string} club @param {string | null} cursor @returns {Promise<Schemas["ClubVariants"]>} */
export const listClubVariants = (club, cursor) => authorized(pagePath(`${club}/variants`, cursor, PAGE));

/** @param {string} club @param {string} hash @returns {Promise<WithDocument>} */
export const readClubVariant = (club, hash) => authorized(`${club}/variants/${hash}`);

/** @param {string} id @returns {Promise<WithDocument>} */
export const readBuiltInVariant = (id) => send(`/v1/variants/${encodeURIComponent(id)}`);

/**
 * In what a variant of the club differs from another.
 * @param {string} club @param {string} hash @param {string} other its content hash @returns {Promise<Schemas["Comparison"]>}
 */
export const compareVariants = (club, hash, other) => authorized(`${club}/variants/${hash}/compare?with=${encodeURIComponent(other)}`);

/** @param {string} club @param {VariantDocument} document @returns {Promise<Schemas["ClubVariantWithDocument"]>} */
export const addVariant = (club, document) => write(`${club}/variants`, { document }, randomKey());

/** @param {string} club @param {string} hash @param {"retire" | "reinstate"} change */
export const setVariantStatus = (club, hash, change) => sendChange("POST", `${club}/variants/${hash}:${change}`);
