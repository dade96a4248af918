// @ts-check
/** Who sits where in a round, to be read from across a room. */
import { html } from "./htm_preact_standalone.js";
import { listed, text } from "./language.js";
import { partyName } from "./party_name.js";
import { WINDS } from "./score_request.js";
import { tableName } from "./table_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, round: Pick<Schemas["EveningRound"], "round" | "tables" | "sitting_out"> }} properties `club`: its path in the API */
export const EveningRound = ({ club, round }) => html`
  <section aria-labelledby=${`round-${round.round}`}>
    <h3 id=${`round-${round.round}`}>${text("round_number", { round: round.round })}</h3>
    <ol class="seating">
      ${round.tables.map((table) => html`<li key=${table.number}><${EveningTable} club=${club} table=${table} /></li>`)}
    </ol>
    ${round.sitting_out.length > 0 && html`<p class="sitting-out">${text("sits_out", { names: listed(round.sitting_out.map(partyName)) })}</p>`}
  </section>
`;

/** @param {{ club: string, table: Schemas["EveningTable"] }} properties */
function EveningTable({ club, table }) {
  const name = tableName(table);
  return html`
    <h4>${table.match ? html`<a href=${`${club.replace("/v1", "")}/matches/${table.match}`}>${name}</a>` : name}</h4>
    <ul>
      ${table.players.map((player, place) => html`<li key=${player.id}><span class="quiet-text">${text(WINDS[place] ?? "east")}</span> ${partyName(player)}</li>`)}
    </ul>
  `;
}
