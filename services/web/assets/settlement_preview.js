// @ts-check
/** What a settlement would be, read from page to page. */
import { queryOf } from "./period.js";
import { authorizedResponse } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * Who would pay whom, in all. The tag names what was read: a settlement that is sent with it settles that, or is refused.
 * @param {string} path of the preview @param {Record<string, string | undefined>} query
 * @returns {Promise<{ preview: Schemas["SettlementPreview"], tag: string }>}
 */
export async function readPreview(path, query) {
  const transfers = /** @type {Schemas["PlannedTransfer"][]} */ ([]);
  for (let cursor = /** @type {string | undefined} */ (undefined); ; ) {
    const response = await authorizedResponse(`${path}${queryOf({ ...query, cursor })}`);
    const preview = /** @type {Schemas["SettlementPreview"]} */ (await response.json());
    transfers.push(...preview.transfers);
    cursor = preview.next_cursor ?? undefined;
    if (cursor === undefined) return { preview: { ...preview, transfers }, tag: response.headers.get("etag") ?? "*" };
  }
}
