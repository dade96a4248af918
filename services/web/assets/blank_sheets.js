// @ts-check
/** Empty score sheets with the names of each table of a round, for a hall where the network or the batteries end; and a code that opens the form of the table. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LINK_HOURS, makeMatchLink } from "./match_link.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { QuarterSheets, SheetHead } from "./quarter_sheets.js";
import { tableName } from "./table_name.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The hands of a match without extra ones, and some more. */
const ROWS = 18;
/** The longest name of a link. */
const LONGEST_NAME = 100;

/**
 * What makes a link for each table that plays, by which whoever has the sheet records.
 * @param {{ club: string, tables: Schemas["EveningTable"][], heading: string, links: Map<string, string>, onLinks: (links: Map<string, string>) => void }} properties
 * `heading`: what the links are for; `links`: those that were made, by the ids of the matches; `onLinks` gets all of them after each
 */
export function SheetLinks({ club, tables, heading, links, onLinks }) {
  const { isBusy, error, act } = useAction();
  const make = async () => {
    const made = new Map(links);
    for (const table of tables.filter(({ match }) => !made.has(match ?? ""))) {
      const name = `${heading} ${tableName(table)}`.slice(0, LONGEST_NAME);
      made.set(table.match ?? "", await makeMatchLink(`${club}/matches/${table.match}`, "record", name));
      onLinks(new Map(made));
    }
  };
  return html`
    <p>${text("printout_links_hint", { hours: LINK_HOURS })}</p>
    <button type="button" class="quiet" disabled=${isBusy} onClick=${() => act(make)}>${text("printout_links")}</button>
    ${error !== null && html`<${ProblemView} error=${error} />`}
  `;
}

/** The tables whose match goes on. @param {Schemas["EveningRound"]} round */
export const playingTables = ({ tables }) => tables.filter(({ match, state }) => match !== undefined && state === "playing");

/**
 * @param {{ club: string, round: Schemas["EveningRound"], heading: string, links: Map<string, string> }} properties
 * `links`: by the ids of matches; of others the page of the match is named
 */
export function BlankSheets({ club, round, heading, links }) {
  /** @param {Schemas["EveningTable"]} table */
  const codeOf = ({ match }) => (match === undefined ? null : (links.get(match) ?? `${location.origin}${club.replace("/v1", "")}/matches/${match}`));
  return html`<${QuarterSheets} tables=${round.tables} heading=${heading} codeOf=${codeOf}
    content=${(/** @type {Schemas["EveningTable"]} */ { players }) => html`<${BlankSheet} names=${players.map(partyName)} />`} />`;
}

/** @param {{ names: string[] }} properties East first */
const BlankSheet = ({ names }) => html`
  <table class="ruled">
    <${SheetHead} names=${names} first=${["printout_hand", "printout_winner", "printout_from", "printout_fan"].map((key) => html`<th scope="col">${text(/** @type {import("./language.js").TextKey} */ (key))}</th>`)} />
    <tbody>${Array.from({ length: ROWS }, (_, place) => html`<tr><th scope="row">${place + 1}</th><${Empty} count=${3 + names.length} /></tr>`)}</tbody>
    <tfoot>
      <tr><th scope="row" colspan="4">${text("printout_total")}</th><${Empty} count=${names.length} /></tr>
      <tr class="signatures"><th scope="row" colspan="4">${text("printout_signed")}</th><${Empty} count=${names.length} /></tr>
    </tfoot>
  </table>
`;

/** Cells to write in. @param {{ count: number }} properties */
const Empty = ({ count }) => html`${Array.from({ length: count }, () => html`<td></td>`)}`;
