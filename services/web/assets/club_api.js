// @ts-check
/** Requests of a club, for whoever is signed in. Paths are those of the API. */
import { noteClubZone, notedZone } from "./club_zone.js";
import { randomKey } from "./random_key.js";
import { authorized, sendAs, write } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @typedef {import("./session.js").Sender} Sender */

/** What records each kind that is no hand. The early end has an operation without an outcome. */
const OPERATIONS = /** @type {const} */ ({ penalty: "penalties", side_payment: "side-payments", substitution: "substitutions", totals: "totals" });

/** What is no hand, as it is stated. @typedef {Extract<Schemas["Outcome"], { kind: keyof typeof OPERATIONS }>} BetweenHands */

/** Whether it is no hand, and has no number. @param {Schemas["Outcome"]} outcome @returns {outcome is BetweenHands} */
export const isBetween = (outcome) => Object.hasOwn(OPERATIONS, outcome.kind);

/** @returns {Promise<Schemas["Clubs"]>} */
export const listClubs = () => authorized("/v1/clubs");

/** @param {string} name @param {string} key @returns {Promise<Schemas["Club"]>} */
export const foundClub = (name, key) => write("/v1/clubs", { name, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }, key);

/** @param {string} club @returns {Promise<Schemas["Club"]>} */
export const readClub = (club) => authorized(club);

/** @param {string} club @returns {Promise<Schemas["Players"]>} */
export const listPlayers = (club) => authorized(`${club}/players`);

/** @param {string} club @param {string} name @param {boolean} confirm whether another player may be called so @param {string} key @returns {Promise<Schemas["Player"]>} */
export const enrolPlayer = (club, name, confirm, key) => write(`${club}/players`, { name, confirm }, key);

/** The matches of a club, the last started first. @param {string} club @param {string | null} cursor of the page; null for the first @returns {Promise<Schemas["Matches"]>} */
export const listMatches = (club, cursor) => authorized(`${club}/matches?limit=20${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);

/** The first of the club's own variants: more than a table would look through. @param {string} club @returns {Promise<Schemas["ClubVariants"]>} */
export const listOwnVariants = (club) => authorized(`${club}/variants?limit=100`);

/** @param {string} club @param {Schemas["NewMatch"]} match @param {string} key @returns {Promise<Schemas["Match"]>} */
export const openMatch = (club, match, key) => write(`${club}/matches`, match, key);

/** Ends a match early. Refused if it changed since that version. @param {string} match @param {number} version @param {string} reason */
export const endMatch = (match, version, reason) => write(`${match}/end`, { reason }, randomKey(), { "If-Match": `"${version}"` });

/**
 * Declares a match void, or to count again.
 * @param {string} match @param {"void" | "reinstate"} verb @param {string} reason @param {string} key @returns {Promise<Schemas["Match"]>}
 */
export const declareMatch = (match, verb, reason, key) => write(`${match}:${verb}`, { reason }, key);

/** @param {string} match @param {Schemas["NewMatchApiKey"]} key @returns {Promise<Schemas["ApiKey"]>} */
export const makeMatchKey = (match, key) => write(`${match}/api-keys`, key, randomKey());

/** @param {string} club @param {Schemas["NewScreenApiKey"]} key @returns {Promise<Schemas["ApiKey"]>} */
export const makeScreenKey = (club, key) => write(`${club}/screen/api-keys`, key, randomKey());

/** The keys of a club, the last made first; for owners. @param {string} club @returns {Promise<Schemas["ApiKeys"]>} */
export const listKeys = (club) => authorized(`${club}/api-keys?limit=200`);

/** @param {string} club @param {string} key its id */
export const revokeKey = (club, key) => write(`${club}/api-keys/${key}:revoke`, undefined, randomKey());

/** @param {string} club @returns {Promise<Schemas["Screen"]>} */
export const readScreen = (club) => authorized(`${club}/screen`).then(notedZone);

/** What whoever is signed in is in a club; `null` if they are no member. @param {string} club its path @returns {Promise<Schemas["Membership"] | null>} */
export async function readMembership(club) {
  const { clubs } = await listClubs();
  const membership = clubs.find((one) => club === `/v1/clubs/${one.club.id}`) ?? null;
  if (membership !== null) noteClubZone(membership.club.time_zone);
  return membership;
}

/** A read that takes longer than this is given up, so that it is tried again: on a bad network an answer may be lost without a word. */
const PATIENCE_MS = 20_000;

/** @param {string} match @param {Sender} [sender] @returns {Promise<Schemas["Match"]>} */
export const readMatch = (match, sender = {}) => sendAs(match, { signal: AbortSignal.timeout(PATIENCE_MS) }, sender);

/** @param {string} match @param {Sender} [sender] @returns {Promise<Schemas["Rounds"]>} */
export const readRounds = (match, sender = {}) => sendAs(`${match}/rounds`, { signal: AbortSignal.timeout(PATIENCE_MS) }, sender).then(notedZone);

/** What an outcome would come to. Nothing is recorded. @param {string} match @param {Schemas["NewHand"]} hand @returns {Promise<Schemas["PlayedOutcome"]>} */
export const tryOutcome = (match, hand) => write(`${match}/hands?dry_run=true`, hand, randomKey());

/** What it would come to. Nothing is recorded. @param {string} match @param {BetweenHands} outcome @returns {Promise<Schemas["PlayedOutcome"]>} */
export const tryBetweenHands = (match, { kind, ...body }) => write(`${match}/${OPERATIONS[kind]}?dry_run=true`, body, randomKey());

/**
 * Refused if the match changed since that version. @param {string} match @param {BetweenHands} outcome @param {string} key @param {number} version
 * @param {Sender} sender @returns {Promise<Schemas["RecordedOutcome"]>}
 */
export const recordBetweenHands = (match, { kind, ...body }, key, version, { link }) =>
  write(`${match}/${OPERATIONS[kind]}`, body, key, { "If-Match": `"${version}"` }, AbortSignal.timeout(PATIENCE_MS), link);

/**
 * Refused if others than these players sit there. @param {string} match @param {Schemas["NewTotals"]} totals @param {string} key @param {Sender} sender
 * @returns {Promise<Schemas["RecordedOutcome"]>}
 */
export const recordTotals = (match, totals, key, { link }) => write(`${match}/totals`, totals, key, {}, AbortSignal.timeout(PATIENCE_MS), link);

/**
 * Takes an outcome back: it stays in the ledger, with the reason. Refused if the match changed since that version.
 * @param {string} match @param {number} version @param {string} outcome its id @param {string} reason
 */
export const voidOutcome = (match, version, outcome, reason) =>
  correctMatch(match, version, { reason, changes: [{ kind: "void", outcome_id: outcome }] }, randomKey());

/**
 * What was recorded, with its whole explanation and what was said of it before.
 * @param {string} match @param {string} outcome its id @param {Sender} [sender] @returns {Promise<Schemas["RecordedOutcome"]>}
 */
export const readOutcome = (match, outcome, sender = {}) => sendAs(`${match}/hands/${outcome}`, {}, sender);

/**
 * What corrections of the match as it was at that version would change. Nothing is recorded.
 * @param {string} match @param {number} version @param {Schemas["NewCorrection"]} correction @returns {Promise<Schemas["Corrected"]>}
 */
export const tryCorrection = (match, version, correction) =>
  write(`${match}/corrections?dry_run=true`, correction, randomKey(), { "If-Match": `"${version}"` });

/** @param {string} match @param {number} version @param {Schemas["NewCorrection"]} correction @param {string} key @returns {Promise<Schemas["RecordedCorrection"]>} */
export const correctMatch = (match, version, correction, key) => write(`${match}/corrections`, correction, key, { "If-Match": `"${version}"` });

/** @param {string} match @param {string | null} cursor @returns {Promise<Schemas["Corrections"]>} */
export const listCorrections = (match, cursor) => authorized(`${match}/corrections${cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`}`);

/** The proof that an entry is in the club's ledger, as a text. @param {string} club @param {number} seq @returns {Promise<string>} */
export const readReceipt = (club, seq) => authorized(`${club}/ledger/entries/${seq}/receipt`);

/** Has the newest entries signed now; otherwise that takes about a minute. @param {string} club @returns {Promise<string>} */
export const askForCheckpoint = (club) => authorized(`${club}/ledger/checkpoint`, { method: "POST" });
