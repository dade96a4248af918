// @ts-check
/** A card for each table of a round, to be folded and put on it: its name, to be read from across the hall. */
import { html } from "./htm_preact_standalone.js";
import { tableName } from "./table_name.js";

/** @param {{ round: import("./api.js").Schemas["EveningRound"], title: string }} properties `title`: of the event */
export const TableCards = ({ round, title }) => html`
  ${round.tables.map((table) => html`
    <section class="table-sign" key=${table.number}>
      <p class=${tableName(table).length > 12 ? "long" : ""}><b>${tableName(table)}</b></p>
      <p>${title}</p>
    </section>
  `)}
`;
