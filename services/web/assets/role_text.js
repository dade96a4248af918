// @ts-check
/** What a role is called. */
import { text } from "./language.js";

/** @param {import("./membership.js").Role} role */
export const roleText = (role) => text(`role_${role}`);

/** A role to choose, with what it may do. @template {import("./membership.js").Role} Role @param {Role} role */
export const roleOption = (role) => /** @type {const} */ ([role, text("role_and_what_it_may", { role: roleText(role), may: text(`may_${role}`) })]);
