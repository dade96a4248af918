// @ts-check
/** What the pages of a club's organization have in common: the way to the others, a title, and who may see them. */
import { ClubLinks } from "./club_nav.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { useMembership } from "./membership.js";
import { ProblemView } from "./problem_view.js";
import { useTitle } from "./use_title.js";

/** @typedef {import("./membership.js").Membership} Membership */
/** @typedef {import("./membership.js").Role} Role */

/**
 * @param {{ club: string, page: string, title: string, roles: ReadonlyArray<Role>, content: (membership: Membership) => unknown }} properties
 * `club`: its path in the API; `roles`: for whom there is something on the page
 */
export function ClubFrame({ club, page, title, roles, content }) {
  const { value, error } = useMembership(club);
  const shown = value?.membership ? text("page_title", { club: value.membership.club.name, page: title }) : undefined;
  useTitle(shown);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (value === null) return null;
  const { membership } = value;
  if (!membership) return html`<p>${text("not_a_member")}</p>`;
  return html`
    <${ClubLinks} membership=${membership} current=${page} />
    <h2>${shown}</h2>
    ${roles.includes(membership.role) ? content(membership) : html`<p>${text(roles.includes("scorer") ? "for_scorers" : "not_for_role")}</p>`}
  `;
}
