// @ts-check
/** Saying which member a player is. */
import { ActionButton } from "./action_button.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { linkPlayer, unlinkPlayer } from "./members_api.js";
import { SelectField } from "./select_field.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ club: string, player: Schemas["ClubPlayer"], players: Schemas["ClubPlayer"][], members: Schemas["Member"][], isOwner: boolean,
 *   onChange: () => Promise<void> }} properties
 */
export function PlayerLink({ club, player, players, members, isOwner, onChange }) {
  // An account has at most one player of a club.
  const free = members.filter(({ user }) => !players.some((other) => other.user === user));
  const [chosen, setChosen] = useState("");
  const user = free.some((member) => member.user === chosen) ? chosen : (free[0]?.user ?? "");
  const name = playerText(player);
  if (player.user) {
    const { id, user: linked, link_confirmed: isConfirmed } = player;
    const confirm = () => linkPlayer(club, id, linked).then(onChange);
    const unlink = () => unlinkPlayer(club, id).then(onChange);
    return html`
      <p class="actions">
        ${isOwner && !isConfirmed && html`<${ActionButton} label=${text("confirm_link")} about=${name} onAct=${confirm} />`}
        ${(isOwner || !isConfirmed) && html`<${ActionButton} label=${text("unlink")} about=${name} onAct=${unlink} />`}
      </p>
    `;
  }
  if (free.length === 0) return null;
  return html`
    <div class="line-form">
      <${SelectField} label=${text("account_of", { name })} value=${user}
        options=${free.map((member) => /** @type {const} */ ([member.user, member.display_name ?? text("unknown_name")]))} onChange=${setChosen} />
      <${ActionButton} label=${text("link_account")} about=${name} onAct=${() => linkPlayer(club, player.id, user).then(onChange)} />
    </div>
  `;
}
