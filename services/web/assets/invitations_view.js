// @ts-check
/** The invitations of a club: those that were made, and another one. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { listInvitations, revokeInvitation } from "./members_api.js";
import { momentText } from "./moment_text.js";
import { NewInvitation } from "./new_invitation.js";
import { ProblemView } from "./problem_view.js";
import { roleText } from "./role_text.js";
import { playerText } from "./told_apart.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, players: Schemas["ClubPlayer"][], members: Schemas["Member"][] }} properties */
export function InvitationsView({ club, players, members }) {
  const { items, error, reload, more } = usePages(async (cursor) => {
    const page = await listInvitations(club, cursor);
    return { items: page.invitations, next: page.next_cursor };
  }, [club]);
  const free = players.filter(({ user }) => !user);
  return html`
    <section aria-labelledby="invitations">
      <h3 id="invitations">${text("invite")}</h3>
      <${NewInvitation} club=${club} players=${free} onMade=${reload} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <ul class="list">
        ${items?.map((invitation) => {
          const revoke = () => revokeInvitation(club, invitation.id).then(reload);
          return html`
            <li key=${invitation.id}><${InvitationRow} invitation=${invitation} players=${players} members=${members} onRevoke=${revoke} /></li>
          `;
        })}
      </ul>
      ${more && html`<button type="button" onClick=${more}>${text("show_more")}</button>`}
    </section>
  `;
}

/** @param {{ invitation: Schemas["Invitation"], players: Schemas["ClubPlayer"][], members: Schemas["Member"][], onRevoke: () => Promise<void> }} properties */
function InvitationRow({ invitation, players, members, onRevoke }) {
  const { role, status, expires_at: end, made_at: made, made_by: maker, player, single_use: isSingle, uses } = invitation;
  const until = text(status === "expired" ? "expired_at" : "good_until", { moment: momentText(end) });
  const invited = players.find(({ id }) => id === player);
  const by = members.find(({ user }) => user === maker)?.display_name;
  const facts = [
    status === "open" || status === "expired" ? until : "",
    isSingle ? "" : text("accepted_times", { count: uses }),
    player ? text("for_player", { name: invited ? playerText(invited) : text("unknown_name") }) : "",
    text("made_by", { name: by ?? text("unknown_name"), moment: momentText(made) }),
  ];
  return html`
    <b>${roleText(role)}</b> <span class="label">${text(`invitation_${status}`)}</span>
    <br /><small>${facts.filter((fact) => fact !== "").join(" · ")}</small>
    ${status === "open" &&
    html`
      <div class="actions">
        <${AskedTwice} label=${text("revoke_invitation")} about=${roleText(role)} warning=${text("revoke_invitation_warning")} onSure=${onRevoke} />
      </div>
    `}
  `;
}
