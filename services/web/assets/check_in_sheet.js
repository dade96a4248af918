// @ts-check
/** The list at the door, on paper: a box for each who may come, with a tick for those who are there already. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { inOrderOf } from "./name_order.js";
import { partyName } from "./party_name.js";

/** @param {{ participants: import("./event_to_print.js").Participant[] }} properties */
export const CheckInSheet = ({ participants }) => html`
  <table class="two-columns">
    ${inOrderOf(participants, ({ player }) => player.name).map(({ player, isHere, team }) => html`
      <tr key=${player.id}>
        <td><span class="box" role="img" aria-label=${isHere ? text("printout_here") : ""}>${isHere && "✓"}</span></td>
        <th scope="row">${partyName(player)}${team !== undefined && html` <small>${team}</small>`}</th>
      </tr>
    `)}
  </table>
`;
