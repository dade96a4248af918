// @ts-check
/** Requests about the season of a club: figures, money and files. Paths are those of the API. */
import { queryOf } from "./period.js";
import { randomKey } from "./random_key.js";
import { authorized, authorizedResponse, write } from "./session.js";
import { readPreview } from "./settlement_preview.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./period.js").Period} Period */

/** @param {string} club @param {Period} period @returns {Promise<Schemas["Standings"]>} */
export const readStandings = (club, period) => authorized(`${club}/standings${queryOf({ ...period })}`);

/** @param {string} player its path @param {Period} period @returns {Promise<Schemas["Statistics"]>} */
export const readStatistics = (player, period) => authorized(`${player}/statistics${queryOf({ ...period })}`);

/**
 * The pages of a list, one after another. @template {{ next_cursor?: string }} Page
 * @param {string} path @param {Record<string, string | undefined>} query @returns {AsyncGenerator<Page>}
 */
async function* pagesOf(path, query) {
  let cursor = /** @type {string | undefined} */ (undefined);
  do {
    const page = await authorized(`${path}${queryOf({ ...query, cursor })}`);
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}

/** Every match of a player, the last played first. @param {string} player its path @param {Period} period */
export async function listPlayerMatches(player, period) {
  const matches = /** @type {Schemas["PlayerMatch"][]} */ ([]);
  const pages = /** @type {AsyncGenerator<Schemas["PlayerMatches"]>} */ (pagesOf(`${player}/matches`, { ...period, limit: "200" }));
  for await (const page of pages) matches.push(...page.matches);
  return matches;
}

/** @param {string} club @param {Period} period @returns {Promise<Schemas["Records"]>} */
export const readRecords = (club, period) => authorized(`${club}/records${queryOf({ ...period })}`);

/**
 * The hands that were won, those first that were worth most. @param {string} club @param {Period} period @param {{ pattern?: string, limit_hands?: string }} filter
 * @param {string | null} cursor of the page @returns {Promise<Schemas["WonHands"]>}
 */
export const listWonHands = (club, period, filter, cursor) => authorized(`${club}/won-hands${queryOf({ ...period, ...filter, cursor: cursor ?? undefined, limit: "20" })}`);

/** What is open in each currency, of everybody. @param {string} club */
export async function readBalances(club) {
  const currencies = /** @type {Map<string, Schemas["CurrencyBalances"]>} */ (new Map());
  const pages = /** @type {AsyncGenerator<Schemas["ClubBalances"]>} */ (pagesOf(`${club}/balances`, {}));
  for await (const page of pages)
    for (const next of page.currencies) {
      const { balances, unpaid } = currencies.get(next.currency) ?? { balances: [], unpaid: [] };
      currencies.set(next.currency, { ...next, balances: [...balances, ...next.balances], unpaid: [...unpaid, ...next.unpaid] });
    }
  return [...currencies.values()];
}

/**
 * Who would pay whom. The tag names what was read: a settlement that is sent with it settles that, or is refused.
 * @param {string} club @param {string} currency @param {Period} period @returns {Promise<{ preview: Schemas["SettlementPreview"], tag: string }>}
 */
export const previewSettlement = (club, currency, period) => readPreview(`${club}/settlements:preview`, { currency, ...period });

/** @param {string} club @param {string} currency @param {Period} period @param {string} tag of what was read @param {string} key */
export const settle = (club, currency, period, tag, key) => write(`${club}/settlements`, { currency, ...period }, key, { "If-Match": tag });

/** @param {string} club @returns {Promise<Schemas["Settlements"]>} */
export const listSettlements = (club) => authorized(`${club}/settlements?limit=20`);

/** @param {string} club @param {string} settlement its id @param {Schemas["NewPayment"]} payment @param {string} key */
export const recordPayment = (club, settlement, payment, key) => write(`${club}/settlements/${settlement}/payments`, payment, key);

/** @param {string} club @param {string} settlement its id @param {string} payment its id @param {string} reason */
export const reversePayment = (club, settlement, payment, reason) =>
  write(`${club}/settlements/${settlement}/payments/${payment}:reverse`, { reason }, randomKey());

/** What is open of a match. @param {string} match @returns {Promise<Schemas["MatchSettlement"]>} */
export const readMatchSettlement = (match) => authorized(`${match}/settlement`);

/** @param {string} match @param {number} version of the match as it was read @param {string} key @returns {Promise<Schemas["Settlement"]>} */
export const settleMatch = (match, version, key) => write(`${match}/settlement`, {}, key, { "If-Match": `"${version}"` });

/** A file of the club. @param {string} path @returns {Promise<Blob>} */
export const readFile = async (path) => (await authorizedResponse(path)).blob();
