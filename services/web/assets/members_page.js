// @ts-check
/** The members of a club with their roles, its invitations, and who of the players has which account. */
import { whoAmI } from "./account_api.js";
import { ClubFrame } from "./club_frame.js";
import { HandOver } from "./hand_over.js";
import { html } from "./htm_preact_standalone.js";
import { InvitationsView } from "./invitations_view.js";
import { text } from "./language.js";
import { LeaveClub } from "./leave_club.js";
import { MemberRow } from "./member_row.js";
import { listMembers, listPlayersAndMerged } from "./members_api.js";
import { ANY_MEMBER } from "./membership.js";
import { inNameOrder, inOrderOf } from "./name_order.js";
import { PlayerRow } from "./player_row.js";
import { ProblemView } from "./problem_view.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string }} properties `club`: its path in the API */
export const MembersPage = ({ club }) => html`
  <${ClubFrame} club=${club} page="members" title=${text("members")} roles=${ANY_MEMBER}
    content=${(/** @type {Schemas["Membership"]} */ { role }) => html`<${People} club=${club} role=${role} />`} />
`;

/** @param {string} club */
async function load(club) {
  const [me, { members }, { players }] = await Promise.all([whoAmI(), listMembers(club), listPlayersAndMerged(club)]);
  const isMerged = (/** @type {Schemas["ClubPlayer"]} */ { merged_into }) => merged_into !== undefined && merged_into !== null;
  return { me: me.id, members, players: players.filter((player) => !isMerged(player)), merged: players.filter(isMerged) };
}

/** @param {{ club: string, role: Schemas["Role"] }} properties */
function People({ club, role }) {
  const { value, error, reload } = useLoaded(() => load(club), [club]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { me, merged } = value;
  const members = inOrderOf(value.members, ({ display_name }) => display_name);
  const players = inNameOrder(value.players);
  const isOwner = role === "owner";
  const otherOwners = members.filter((member) => member.role === "owner" && member.user !== me);
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <div class="halves">
      <section aria-labelledby="members">
        <h3 id="members">${text("members")}</h3>
        <ul class="list">
          ${members.map((member) => html`<li key=${member.user}><${MemberRow} club=${club} member=${member} me=${me} isOwner=${isOwner} onChange=${reload} /></li>`)}
        </ul>
        ${isOwner && otherOwners.length === 0
          ? html`<p class="quiet-text">${text("only_owner_hint")}</p>`
          : html`<${LeaveClub} club=${club} />`}
        ${isOwner && otherOwners.length > 0 && html`<${HandOver} club=${club} owners=${otherOwners} />`}
      </section>
      ${isOwner && html`<${InvitationsView} club=${club} players=${players} members=${members} />`}
    </div>
    <section aria-labelledby="players">
      <h3 id="players">${text("players_and_accounts")}</h3>
      ${players.length === 0 && html`<p>${text("no_players")}</p>`}
      <ul class="list">
        ${players.map(
          (player) => html`
            <li key=${player.id}>
              <${PlayerRow} club=${club} player=${player} players=${players} merged=${merged} members=${members} me=${me} role=${role} onChange=${reload} />
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}
