// @ts-check
/** What was recorded at the tables of a round, four sheets on a page. */
import { readRounds } from "./club_api.js";
import { html } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { atChairs, chairNames, namesOf } from "./played_names.js";
import { ProblemView } from "./problem_view.js";
import { QuarterSheets, SheetHead } from "./quarter_sheets.js";
import { printedText, rowLabel } from "./sheet_row.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The matches of a round, one after the other: a full hall at once would be more than one visitor may ask. @param {string} club @param {Schemas["EveningTable"][]} tables */
async function readAll(club, tables) {
  const sheets = new Map();
  for (const { match } of tables) {
    if (match !== undefined) sheets.set(match, await readRounds(`${club}/matches/${match}`));
  }
  return sheets;
}

/** @param {{ club: string, round: Schemas["EveningRound"], heading: string }} properties */
export function RecordedSheets({ club, round, heading }) {
  const { value, error } = useLoaded(() => readAll(club, round.tables), [club, round]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const tables = round.tables.filter(({ match }) => match !== undefined && value.get(match).rounds.length > 0);
  if (tables.length === 0) return html`<p>${text("printout_nothing_recorded")}</p>`;
  return html`<${QuarterSheets} tables=${tables} heading=${heading} codeOf=${() => null}
    content=${(/** @type {Schemas["EveningTable"]} */ { match }) => html`<${RecordedSheet} sheet=${value.get(match)} />`} />`;
}

/** @param {{ sheet: Schemas["Rounds"] }} properties */
function RecordedSheet({ sheet: { players, rounds, standings } }) {
  const playerName = namesOf([...players, ...standings.map(({ player }) => player)]);
  const first = chairNames(atChairs(players.map(({ id }) => id)), playerName);
  const lines = rounds.flatMap(({ hands }) => hands);
  return html`
    <table class="ruled recorded">
      <${SheetHead} names=${[1, 2, 3, 4].map(first)} first=${html`<th scope="col">${text("printout_hand")}</th><th scope="col"></th>`} />
      <tbody>
        ${lines.map((line) => html`
          <tr key=${line.id}>
            <td>${rowLabel(line)}</td>
            <th scope="row">${printedText(line, chairNames(line.seats, playerName))}</th>
            ${line.seats.map(({ points }) => html`<td>${signed(points)}</td>`)}
          </tr>
        `)}
      </tbody>
    </table>
    <p>${text("printout_total")}: ${standings.map(({ player, points }) => `${playerName(player.id)} ${signed(points)}`).join(" · ")}</p>
  `;
}
