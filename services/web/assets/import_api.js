// @ts-check
/** Importing old results: a file of a spreadsheet, as it is. */
import { mediaTypeOf } from "./import_media_type.js";
import { authorized } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["ImportPreview"]} Preview */

/** @param {Uint8Array<ArrayBuffer>} bytes @param {Record<string, string>} [headers] @returns {RequestInit} */
const posted = (bytes, headers) => ({ method: "POST", headers: { "Content-Type": mediaTypeOf(bytes), ...headers }, body: bytes });

/** @param {Schemas["NewMatchTerms"]} terms */
const inQuery = (terms) => `terms=${encodeURIComponent(JSON.stringify(terms))}`;

/** What a file would import. Nothing is recorded. @param {string} club @param {Uint8Array<ArrayBuffer>} bytes @param {Schemas["NewMatchTerms"]} terms of all its matches @returns {Promise<Preview>} */
export const previewImport = (club, bytes, terms) => authorized(`${club}/matches:import?dry_run=true&${inQuery(terms)}`, posted(bytes));

/** @param {string} club @param {Uint8Array<ArrayBuffer>} bytes @param {Schemas["NewMatchTerms"]} terms @param {string} key @returns {Promise<Schemas["Imported"]>} */
export const importMatches = (club, bytes, terms, key) => authorized(`${club}/matches:import?${inQuery(terms)}`, posted(bytes, { "Idempotency-Key": key }));
