// @ts-check
/** Who sits where in a round, on paper: by name for whoever looks for a seat, by table for whoever looks after one. */
import { html } from "./htm_preact_standalone.js";
import { listed, text } from "./language.js";
import { inOrderOf } from "./name_order.js";
import { partyName } from "./party_name.js";
import { seatsOf } from "./seats_of_round.js";
import { tableName } from "./table_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ round: Schemas["EveningRound"] }} properties */
export function SeatsByName({ round }) {
  const seated = seatsOf(round.tables).map(({ player, table, wind }) => ({ name: partyName(player), table: tableName(table), wind }));
  const out = round.sitting_out.map((player) => ({ name: partyName(player), table: text("printout_sits_out"), wind: "" }));
  return html`
    <table class="two-columns">
      ${inOrderOf([...seated, ...out], ({ name }) => name).map(({ name, table, wind }) => html`<tr><th scope="row">${name}</th><td>${table}</td><td>${wind}</td></tr>`)}
    </table>
  `;
}

/** @param {{ round: Schemas["EveningRound"] }} properties */
export const SeatsByTable = ({ round }) => html`
  <div class="table-blocks">
    ${round.tables.map((table) => html`
      <section key=${table.number}>
        <h3>${tableName(table)}</h3>
        <table>${seatsOf([table]).map(({ player, wind }) => html`<tr><td>${wind}</td><th scope="row">${partyName(player)}</th></tr>`)}</table>
      </section>
    `)}
  </div>
  ${round.sitting_out.length > 0 && html`<p>${text("sits_out", { names: listed(round.sitting_out.map(partyName)) })}</p>`}
`;
