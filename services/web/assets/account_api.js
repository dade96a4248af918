// @ts-check
/** Requests about the account of whoever is signed in. */
import { send } from "./api.js";
import { pagePath, sendChange } from "./change_request.js";
import { authorized, signIn } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const PAGE = 20;

/** @returns {Promise<Schemas["User"]>} */
export const whoAmI = () => authorized("/v1/users/me");

/**
 * Changes the password. That ends every session, so this browser is signed in again; the session that the answer holds is for programs, and ended.
 * @param {string} email @param {string} password @param {string} newPassword
 */
export async function changePassword(email, password, newPassword) {
  /** @type {Schemas["Session"]} */
  const session = await sendChange("PUT", "/v1/users/me/password", { password, new_password: newPassword });
  await signIn(email, newPassword);
  const headers = { "Content-Type": "application/json" };
  await send("/v1/sessions", { method: "DELETE", headers, body: JSON.stringify({ refresh_token: session.refresh_token }) });
}

/** @param {string | null} cursor @returns {Promise<Schemas["AccountLog"]>} */
export const readAccountLog = (cursor) => authorized(pagePath("/v1/users/me/access-log", cursor, PAGE));

/** @returns {Promise<Schemas["Identities"]>} */
export const listIdentities = () => authorized("/v1/users/me/identities");

/** @param {string} identity */
export const unlinkIdentity = (identity) => sendChange("DELETE", `/v1/users/me/identities/${identity}`);

/** @param {string} password */
export const eraseAccount = (password) => sendChange("DELETE", "/v1/users/me", { password });
