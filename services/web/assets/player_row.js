// @ts-check
/** A player of a club and the account that they are linked to; what may be changed about them. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { SCORERS } from "./membership.js";
import { erasePlayer } from "./members_api.js";
import { PlayerDoubles } from "./player_doubles.js";
import { PlayerLink } from "./player_link.js";
import { PlayerMerge } from "./player_merge.js";
import { PlayerName } from "./player_name.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ club: string, player: Schemas["ClubPlayer"], players: Schemas["ClubPlayer"][], merged: Schemas["ClubPlayer"][],
 *   members: Schemas["Member"][], me: string, role: Schemas["Role"], onChange: () => Promise<void> }} properties `merged`: everybody who was
 *   merged into somebody, for owners; `me`: the account that is signed in
 */
export function PlayerRow({ club, player, players, merged, members, me, role, onChange }) {
  const name = playerText(player);
  const account = player.user ? (members.find(({ user }) => user === player.user)?.display_name ?? text("unknown_name")) : null;
  const linked = account === null ? text("no_account_linked") : text(player.link_confirmed ? "linked_to" : "linked_unconfirmed", { name: account });
  const isOwner = role === "owner";
  // Members erase their own player only if an owner, or an invitation, said who they are.
  const isOwn = !isOwner && player.user === me && player.link_confirmed === true;
  const erase = () => erasePlayer(club, isOwn ? "me" : player.id).then(onChange);
  return html`
    <b>${name}</b> <small>${linked}</small>
    ${isOwner && html`<${PlayerDoubles} club=${club} player=${player} merged=${merged} onChange=${onChange} />`}
    ${SCORERS.includes(role) &&
    html`
      <${LazyDetails} summary=${text("change_player")} about=${name}
        content=${() => html`
          <${PlayerName} club=${club} player=${player} onChange=${onChange} />
          <${PlayerLink} club=${club} player=${player} players=${players} members=${members} isOwner=${isOwner} onChange=${onChange} />
          ${isOwner && html`<${PlayerMerge} club=${club} player=${player} players=${players} onChange=${onChange} />`}
          ${isOwner && html`<${AskedTwice} label=${text("erase_player")} about=${name} warning=${text("erase_player_warning", { name })} onSure=${erase} />`}
        `} />
    `}
    ${isOwn && html`<p><${AskedTwice} label=${text("erase_own_player")} about=${name} warning=${text("erase_player_warning", { name })} onSure=${erase} /></p>`}
  `;
}
