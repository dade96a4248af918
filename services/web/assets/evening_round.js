// @ts-check
/** Who sits where in a round, to be read from across a room; and at which table something is wrong. */
import { html } from "./htm_preact_standalone.js";
import { listed, text } from "./language.js";
import { partyName } from "./party_name.js";
import { windOf } from "./seats_of_round.js";
import { tableName } from "./table_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ club: string, round: Pick<Schemas["EveningRound"], "round" | "tables" | "sitting_out">, playsOn?: boolean, isScorer?: boolean }} properties
 * `club`: its path in the API; `playsOn`: whether another round was drawn after it; `isScorer`: whether whoever looks may do something about it
 */
export const EveningRound = ({ club, round, playsOn = false, isScorer = false }) => html`
  <section aria-labelledby=${`round-${round.round}`}>
    <h3 id=${`round-${round.round}`}>${text(playsOn ? "round_plays_on" : "round_number", { round: round.round })}</h3>
    <ol class="seating">
      ${round.tables.map((table) => html`<li key=${table.number}><${EveningTable} club=${club} table=${table} isScorer=${isScorer} /></li>`)}
    </ol>
    ${round.sitting_out.length > 0 && html`<p class="sitting-out">${text("sits_out", { names: listed(round.sitting_out.map(partyName)) })}</p>`}
  </section>
`;

/** @param {{ club: string, table: Schemas["EveningTable"], isScorer: boolean }} properties */
function EveningTable({ club, table, isScorer }) {
  const name = tableName(table);
  const page = table.match && `${club.replace("/v1", "")}/matches/${table.match}`;
  return html`
    <h4>${page ? html`<a href=${page}>${name}</a>` : name}<${StateOfTable} state=${table.state} /></h4>
    <ul>
      ${table.players.map((player, place) => html`<li key=${player.id}><span class="quiet-text">${windOf(place)}</span> ${partyName(player)}</li>`)}
    </ul>
    <${LacksPlayers} table=${table} />
    ${(table.replaced ?? []).map((match, place) => html`
      <p class="quiet-text" key=${match}><a href=${`${club.replace("/v1", "")}/matches/${match}`}>${text("replaced_match", { number: place + 1 })}</a></p>
    `)}
    ${isScorer && (table.missing ?? []).length > 0 && html`
      <p>${text(page ? "lacks_while_playing" : "lacks_before")}${page && html` <a href=${page}>${text("open_match_of_table")}</a>`}</p>
    `}
  `;
}

/** Whether a match is void, or over. @param {{ state: Schemas["EveningTable"]["state"] }} properties */
export const StateOfTable = ({ state }) => html`
  ${state === "void" && html` <strong>${text("table_is_void")}</strong>`}
  ${state === "over" && html` <small>${text("table_is_over")}</small>`}
`;

/** Who is gone from a table at which they have to play. @param {{ table: Schemas["EveningTable"] }} properties */
export const LacksPlayers = ({ table }) => {
  const missing = table.missing ?? [];
  return missing.length > 0 && html`<p><strong>${text("table_lacks", { table: tableName(table), names: listed(missing.map(partyName)) })}</strong></p>`;
};
