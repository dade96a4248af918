// @ts-check
/** Requests about the ledger of a club, its audits and its access log. Paths are those of the API. */
import { pagePath, sendChange } from "./change_request.js";
import { randomKey } from "./random_key.js";
import { authorized, write } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const PAGE = 20;

/** @param {string} club @param {string | null} cursor @returns {Promise<Schemas["Audits"]>} */
export const listAudits = (club, cursor) => authorized(pagePath(`${club}/audits`, cursor, PAGE));

/** @param {string} club @param {Schemas["NewAudit"]} audit @returns {Promise<Schemas["Audit"]>} */
export const askForAudit = (club, audit) => write(`${club}/audits`, audit, randomKey());

/** @param {string} audit its path @returns {Promise<Schemas["Audit"]>} */
export const readAudit = (audit) => authorized(audit);

/** @param {string} club @returns {Promise<Schemas["LedgerHead"]>} */
export const readLedgerHead = (club) => authorized(`${club}/ledger/head`);

/** A checkpoint over all entries there are, signed now. @param {string} club @returns {Promise<string>} */
export const signCheckpoint = (club) => sendChange("POST", `${club}/ledger/checkpoint`);

/** The last checkpoint. @param {string} club @returns {Promise<string>} */
export const readCheckpoint = (club) => authorized(`${club}/ledger/checkpoint`);

/** @param {string} club @param {string | null} cursor @returns {Promise<Schemas["AccessLog"]>} */
export const readAccessLog = (club, cursor) => authorized(pagePath(`${club}/access-log`, cursor, PAGE));
