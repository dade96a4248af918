// @ts-check
/** Who was merged into a player, and taking such a merge back: they are two people after all. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { unmergePlayer } from "./members_api.js";
import { inNameOrder } from "./name_order.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ club: string, player: Schemas["ClubPlayer"], merged: Schemas["ClubPlayer"][], onChange: () => Promise<void> }} properties
 * `merged`: everybody of the club who was merged into somebody
 */
export function PlayerDoubles({ club, player, merged, onChange }) {
  const doubles = inNameOrder(merged.filter(({ merged_into }) => merged_into === player.id));
  if (doubles.length === 0) return null;
  return html`
    <ul>
      ${doubles.map((double) => html`<li key=${double.id}><${Double} club=${club} player=${player} double=${double} merged=${merged} onChange=${onChange} /></li>`)}
    </ul>
  `;
}

/**
 * @param {{ club: string, player: Schemas["ClubPlayer"], double: Schemas["ClubPlayer"], merged: Schemas["ClubPlayer"][],
 *   onChange: () => Promise<void> }} properties
 */
function Double({ club, player, double, merged, onChange }) {
  const directly = double.merged_directly_into ?? player.id;
  const between = merged.find(({ id }) => id === directly);
  // Of somebody who was merged, the text of a name is that of whom they count for if several are called so: here they are meant themselves.
  const name = double.name ?? text("unknown_name");
  const into = between ? (between.name ?? text("unknown_name")) : playerText(player);
  return html`
    ${text(between ? "merged_by_way_of" : "merged_into_player", { name: playerText(player), into, double: name })}
    <${AskedTwice} label=${text("unmerge")} about=${name} warning=${text("unmerge_warning", { name, into })}
      onSure=${() => unmergePlayer(club, double.id, directly).then(onChange)} />
  `;
}
