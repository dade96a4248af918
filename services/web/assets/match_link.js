// @ts-check
/** A link that lets somebody in at a match without an account: to look on, or to record in it until it ends. */
import { makeMatchKey } from "./club_api.js";
import { linkTo } from "./link_in.js";

/** How long a link is good: an evening and its night. */
export const LINK_HOURS = 24;

/** @param {string} match its path in the API @param {import("./link_in.js").LinkUse} use @param {string} name for whom it is */
export async function makeMatchLink(match, use, name) {
  const role = use === "record" ? "scorer" : "player";
  const key = await makeMatchKey(match, { name, role, expires_in_hours: LINK_HOURS });
  return linkTo(match.replace("/v1", ""), use, key.secret ?? "");
}
