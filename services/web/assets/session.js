// @ts-check
/**
 * The session of this browser. The access token is kept in memory only; what gets the next one is a cookie that scripts cannot read.
 */
import { Refusal, send, sendForResponse } from "./api.js";
import { forgetDrafts } from "./kept_draft.js";
import { forgetTable } from "./kept_table.js";
import { linkIn } from "./link_in.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @type {{ token: string, until: number } | null} */
let access = null;

/** A token that ends within this time is replaced before it is used. */
const MARGIN_MS = 30_000;

/** The account that a token is of: the `sub` of RFC 7519. @param {string} token */
function accountOf(token) {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  return String(JSON.parse(atob(payload)).sub);
}

const SCORER = "faan-scorer";

/** Who records here: an account, or whoever was let in by a link. Without the network it is who it was. */
export function scorer() {
  const link = linkIn();
  if (link !== null) return `link ${link.key.slice(-8)}`;
  return access === null ? (localStorage.getItem(SCORER) ?? "") : accountOf(access.token);
}

/** What stays when somebody signs out without the network: from then on the cookie is used for nothing but to end its session. */
const SIGNED_OUT = "faan-signed-out";
const isSigningOut = () => localStorage.getItem(SIGNED_OUT) !== null;

async function endSession() {
  await send("/v1/browser-sessions", { method: "DELETE", credentials: "same-origin" });
  localStorage.removeItem(SIGNED_OUT);
}

/** @param {Schemas["BrowserSession"]} session */
function keep(session) {
  const isAnother = access !== null && accountOf(access.token) !== accountOf(session.access_token);
  // Another page of this browser has signed somebody else in: what this one shows is not theirs.
  if (isAnother) location.reload();
  try {
    localStorage.setItem(SCORER, accountOf(session.access_token));
  } catch {
    // A browser that keeps nothing keeps no outcome either.
  }
  access = { token: session.access_token, until: Date.now() + session.expires_in * 1000 };
}

/** @param {unknown} body @returns {RequestInit} */
const json = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Fired on `sessions` when a session, or the link that let somebody in, turns out to be over. */
export const OVER = "over";
export const sessions = new EventTarget();

/** @type {Promise<void> | null} */
let refreshing = null;

/** One request at a time is sent, and pages of one browser take turns. */
function refresh() {
  const ask = async () => {
    if (isSigningOut()) await endSession();
    keep(await send("/v1/browser-sessions/refresh", { method: "POST", credentials: "same-origin" }));
  };
  const inTurn = async () => {
    try {
      await (navigator.locks ? navigator.locks.request("faan-refresh", ask) : ask());
    } catch (error) {
      if (error instanceof Refusal && error.problem.status === 401) {
        access = null;
        forgetTable();
        sessions.dispatchEvent(new Event(OVER));
      }
      throw error;
    } finally {
      refreshing = null;
    }
  };
  refreshing ??= inTurn();
  return refreshing;
}

/** Whether somebody is signed in here. Without the network it is not known, and an error. */
export async function isSignedIn() {
  if (linkIn() !== null) return true;
  if (access !== null) return true;
  if (isSigningOut()) return endSession().then(() => false, () => false);
  try {
    await refresh();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 401) return false;
    throw error;
  }
}

/** @param {string} email @param {string} password */
export async function signIn(email, password) {
  if (isSigningOut()) await endSession();
  keep(await send("/v1/browser-sessions", { ...json({ email, password }), credentials: "same-origin" }));
}

/** @param {string} email @param {string} password @param {string} displayName */
export async function signUp(email, password, displayName) {
  await send("/v1/users", json({ email, password, display_name: displayName }));
  await signIn(email, password);
}

/** Without the network the session ends as soon as there is one again. */
export async function signOut() {
  try {
    await endSession();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    localStorage.setItem(SIGNED_OUT, "");
  }
  forgetTable();
  forgetDrafts();
  localStorage.removeItem(SCORER);
  access = null;
}

/** What is asked for with a link, which may be over. @template Answer @param {Promise<Answer>} answer */
async function whileGood(answer) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 401) sessions.dispatchEvent(new Event(OVER));
    throw error;
  }
}

/** @template Answer @typedef {(path: string, init?: RequestInit) => Promise<Answer>} Send */

/**
 * Sends a request of whoever is signed in, or was let in by a link. An access token that the server takes no more is replaced once.
 * @template Answer @param {Send<Answer>} sendOnce @param {string} path @param {RequestInit} init
 */
async function sendAuthorized(sendOnce, path, init) {
  const withToken = (/** @type {string | undefined} */ token) =>
    sendOnce(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } });
  const link = linkIn();
  if (link !== null) return whileGood(withToken(link.key));
  if (access === null || access.until - Date.now() < MARGIN_MS) await refresh();
  try {
    return await withToken(access?.token);
  } catch (error) {
    if (!(error instanceof Refusal && error.problem.code === "not_signed_in")) throw error;
    await refresh();
    return withToken(access?.token);
  }
}

/** A request of whoever is signed in, for JSON. @param {string} path @param {RequestInit} [init] */
export const authorized = (path, init = {}) => sendAuthorized(send, path, init);

/** A request of whoever is signed in, for what is no JSON. @param {string} path @param {RequestInit} [init] */
export const authorizedResponse = (path, init = {}) => sendAuthorized(sendForResponse, path, init);

/** For whom something is sent, if not for whoever is signed in: for the key of a link. @typedef {{ link?: string }} Sender */

/** A request for somebody. @param {string} path @param {RequestInit} init @param {Sender} sender */
export function sendAs(path, init, { link }) {
  if (link === undefined || link === linkIn()?.key) return authorized(path, init);
  return send(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${link}` } });
}

/**
 * A write of whoever is signed in. Sent again with the same key, it is done once.
 * @param {string} path @param {unknown} body @param {string} key @param {Record<string, string>} [headers] @param {AbortSignal} [signal]
 * @param {string} [as] the key of a link, if it is sent for whoever had that
 */
export function write(path, body, key, headers, signal, as) {
  const init = json(body);
  const written = { ...init, signal, headers: { ...init.headers, ...headers, "Idempotency-Key": key } };
  return sendAs(path, written, { link: as });
}
