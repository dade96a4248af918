// @ts-check
/** Requests about the members, invitations and players of a club. Paths are those of the API. */
import { send } from "./api.js";
import { pagePath, sendChange } from "./change_request.js";
import { notedZone } from "./club_zone.js";
import { randomKey } from "./random_key.js";
import { authorized, write } from "./session.js";
import { forgetPlayer } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const PAGE = 20;

/** @param {string} club @param {Schemas["ClubChange"]} change @returns {Promise<Schemas["Club"]>} */
export const changeClub = (club, change) => sendChange("PATCH", club, change);

/** @param {string} club @returns {Promise<Schemas["Members"]>} */
export const listMembers = (club) => authorized(`${club}/members`);

/** @param {string} club @param {string} user @param {Schemas["Role"]} role */
export const setMember = (club, user, role) => sendChange("PUT", `${club}/members/${user}`, { role });

/** @param {string} club @param {string} user */
export const removeMember = (club, user) => sendChange("DELETE", `${club}/members/${user}`);

/** @param {string} club */
export const leaveClub = (club) => sendChange("DELETE", `${club}/members/me`);

/** @param {string} club @param {string} user another owner @param {Schemas["Role"]} role one's own from then on */
export const handOverClub = (club, user, role) => write(`${club}/members/${user}:hand-over`, { role }, randomKey());

/** @param {string} club @param {string | null} cursor @returns {Promise<Schemas["Invitations"]>} */
export const listInvitations = (club, cursor) => authorized(pagePath(`${club}/invitations`, cursor, PAGE));

/** @param {string} club @param {Schemas["NewInvitation"]} invitation @returns {Promise<Schemas["Invitation"]>} */
export const makeInvitation = (club, invitation) => write(`${club}/invitations`, invitation, randomKey());

/** @param {string} club @param {string} invitation */
export const revokeInvitation = (club, invitation) => sendChange("POST", `${club}/invitations/${invitation}:revoke`);

/** What an invitation offers; nobody needs to be signed in. @param {string} token @returns {Promise<Schemas["OfferedInvitation"]>} */
export const readInvitation = (token) =>
  send("/v1/invitations:read", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) }).then(notedZone);

/** @param {string} token @returns {Promise<Schemas["Membership"]>} */
export const acceptInvitation = (token) => write("/v1/invitations:accept", { token }, randomKey());

/** @param {string} club @param {string} player @param {string} name @param {boolean} confirm whether another player may be called so */
export const renamePlayer = (club, player, name, confirm) => sendChange("PATCH", `${club}/players/${player}`, { name, confirm });

/** @param {string} club @param {string} player @param {string} user */
export const linkPlayer = (club, player, user) => sendChange("PUT", `${club}/players/${player}/account`, { user });

/** @param {string} club @param {string} player */
export const unlinkPlayer = (club, player) => sendChange("DELETE", `${club}/players/${player}/account`);

/** @param {string} club @param {string} player @param {string} into */
export const mergePlayer = (club, player, into) => write(`${club}/players/${player}:merge`, { into }, randomKey()).then(() => forgetPlayer(player));

/** @param {string} club @param {string} player @param {string} into whom the merge that is taken back names */
export const unmergePlayer = (club, player, into) => write(`${club}/players/${player}:unmerge`, { into }, randomKey());

/** The players of a club, with those who were merged into others. @param {string} club @returns {Promise<Schemas["Players"]>} */
export const listPlayersAndMerged = (club) => authorized(`${club}/players?merged=true`);

/** @param {string} club @param {string} player its id, or `me` for one's own */
export const erasePlayer = (club, player) => sendChange("DELETE", `${club}/players/${player}`);
