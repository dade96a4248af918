// @ts-check
/** Writes of whoever is signed in by other methods than `POST`, and those without a body. `write` of the session sends all others. */
import { randomKey } from "./random_key.js";
import { authorized } from "./session.js";

/** @param {"POST" | "PUT" | "PATCH" | "DELETE"} method @param {string} path @param {unknown} [body] */
export function sendChange(method, path, body) {
  const key = { "Idempotency-Key": randomKey() };
  if (body === undefined) return authorized(path, { method, headers: key });
  return authorized(path, { method, headers: { ...key, "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** A path with the cursor of a page, if it is not the first. @param {string} path @param {string | null} cursor @param {number} limit */
export function pagePath(path, cursor, limit) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cursor !== null) query.set("cursor", cursor);
  return `${path}?${query}`;
}
