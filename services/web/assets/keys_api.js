// @ts-check
/** Requests about the API keys and webhooks of a club. Paths are those of the API. */
import { pagePath, sendChange } from "./change_request.js";
import { randomKey } from "./random_key.js";
import { authorized, write } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const PAGE = 20;

/** @param {string} club @param {string | null} cursor @returns {Promise<Schemas["ApiKeys"]>} */
export const listApiKeys = (club, cursor) => authorized(pagePath(`${club}/api-keys`, cursor, PAGE));

/** @param {string} club @param {Schemas["NewApiKey"]} key @returns {Promise<Schemas["ApiKey"]>} */
export const makeApiKey = (club, key) => write(`${club}/api-keys`, key, randomKey());

/** @param {string} club @param {string} key */
export const revokeApiKey = (club, key) => sendChange("POST", `${club}/api-keys/${key}:revoke`);

/** @param {string} club @returns {Promise<Schemas["Webhooks"]>} */
export const listWebhooks = (club) => authorized(`${club}/webhooks`);

/** @param {string} club @param {Schemas["NewWebhook"]} webhook @returns {Promise<Schemas["Webhook"]>} */
export const makeWebhook = (club, webhook) => write(`${club}/webhooks`, webhook, randomKey());

/** `webhook` is its path in the API, here and below. @param {string} webhook @param {Schemas["WebhookChange"]} change */
export const changeWebhook = (webhook, change) => sendChange("PATCH", webhook, change);

/** @param {string} webhook */
export const deleteWebhook = (webhook) => sendChange("DELETE", webhook);

/** @param {string} webhook @param {"enable" | "disable" | "test"} action */
export const commandWebhook = (webhook, action) => sendChange("POST", `${webhook}:${action}`);

/** @param {string} webhook @param {number} hours how long the secret of before signs as well @returns {Promise<Schemas["Webhook"]>} */
export const rotateSecret = (webhook, hours) => write(`${webhook}:rotate-secret`, { overlap_hours: hours }, randomKey());

/** @param {string} webhook @param {number} seq the entry that it is told of next */
export const continueFrom = (webhook, seq) => write(`${webhook}:replay`, { from_seq: seq }, randomKey());

/** @param {string} webhook @param {string | null} cursor @returns {Promise<Schemas["Deliveries"]>} */
export const listDeliveries = (webhook, cursor) => authorized(pagePath(`${webhook}/deliveries`, cursor, PAGE));

/** @param {string} webhook @param {string} delivery */
export const replayDelivery = (webhook, delivery) => sendChange("POST", `${webhook}/deliveries/${delivery}:replay`);
