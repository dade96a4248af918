// @ts-check
/** What a role is called. */
import { text } from "./language.js";

/** @param {import("./membership.js").Role} role */
export const roleText = (role) => text(`role_${role}`);
