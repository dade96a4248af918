// @ts-check
/** The way to the pages of a club that concern its organization: only those that the role of whoever is signed in may use. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ANY_MEMBER, OWNERS, SCORERS, useMembership } from "./membership.js";

/** @typedef {import("./language.js").TextKey} TextKey */
/** @typedef {import("./membership.js").Role} Role */

/** @type {ReadonlyArray<readonly [page: string, label: TextKey, roles: ReadonlyArray<Role>]>} */
const PAGES = [
  ["", "nav_club", ANY_MEMBER],
  ["evenings", "evenings", ANY_MEMBER],
  ["tournaments", "tournaments", ANY_MEMBER],
  ["standings", "standings", ANY_MEMBER],
  ["seasons", "seasons", ANY_MEMBER],
  ["records", "records", ANY_MEMBER],
  ["settle", "settle_title", ANY_MEMBER],
  ["import", "import_results", SCORERS],
  ["exports", "exports", ANY_MEMBER],
  ["rules", "house_rules", ANY_MEMBER],
  ["members", "members", ANY_MEMBER],
  ["keys", "keys_and_webhooks", OWNERS],
  ["audits", "ledger_and_audits", ANY_MEMBER],
];

/** For a page that does not know the role. @param {{ club: string, current?: string }} properties `club`: its path in the API */
export function ClubNav({ club, current = "" }) {
  const { value } = useMembership(club);
  return value?.membership ? html`<${ClubLinks} membership=${value.membership} current=${current} />` : null;
}

/** @param {{ membership: import("./membership.js").Membership, current: string }} properties */
export const ClubLinks = ({ membership: { club, role }, current }) => html`
  <nav class="club-nav" aria-label=${text("nav_label")}>
    ${PAGES.filter(([, , roles]) => roles.includes(role)).map(
      ([page, label]) => html`
        <a href=${`/clubs/${club.id}${page && `/${page}`}`} aria-current=${page === current ? "page" : undefined}>${text(label)}</a>
      `,
    )}
    <a href="/clubs/account">${text("my_account")}</a>
  </nav>
`;
