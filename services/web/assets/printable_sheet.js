// @ts-check
/** The sheet for paper: names, totals and every row, on one page. */
import { html } from "./htm_preact_standalone.js";
import { currentLanguage, signed, text } from "./language.js";
import { atChairs, chairNames } from "./played_names.js";
import { printedText, rowLabel } from "./sheet_row.js";
import { useIsPrinting } from "./use_printing.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./played_names.js").PlayerName} PlayerName */
/** @typedef {import("./sheet_row.js").Line} Line */

/** The most rows of each size of letters that fit on one page. */
const ROWS_OF_SIZES = /** @type {const} */ ([[26, "large"], [42, "medium"], [Infinity, "small"]]);

/** @param {{ club: string, match: Schemas["Match"], rounds: Schemas["Rounds"], playerName: PlayerName }} properties `club`: its name */
export function PrintableSheet({ club, match, rounds, playerName }) {
  if (!useIsPrinting()) return null;
  const lines = rounds.rounds.flatMap(({ round_wind, hands }) => hands.map((line) => ({ line, round: text("round", { wind: text(round_wind) }) })));
  const [, size] = ROWS_OF_SIZES.find(([most]) => lines.length <= most) ?? ROWS_OF_SIZES[2];
  const day = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${match.played_on}T00:00:00Z`));
  const first = chairNames(atChairs(rounds.players.map(({ id }) => id)), playerName);
  return html`
    <section class=${`printable ${size}`}>
      <h2>${[club, day, ...(match.void ? [text("void")] : match.ending ? [] : [text("still_playing")])].filter((part) => part !== "").join(" · ")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">${text("round_and_hand")}</th>
            <th scope="col">${text("what_happened")}</th>
            ${match.seats.map(({ chair }) => html`<th scope="col">${first(chair)}</th>`)}
          </tr>
        </thead>
        <tbody>${lines.map(({ line, round }) => html`<${PrintedLine} line=${line} round=${round} playerName=${playerName} />`)}</tbody>
        <tfoot>
          <tr><th scope="row" colspan="2">${text("totals")}</th>${match.seats.map(({ total_points }) => html`<td><b>${signed(total_points)}</b></td>`)}</tr>
        </tfoot>
      </table>
      <p>${text("result_of_each")}: ${rounds.standings.map(({ player, points }) => `${playerName(player.id)} ${signed(points)}`).join(" · ")}</p>
    </section>
  `;
}

/** @param {{ line: Line, round: string, playerName: PlayerName }} properties */
function PrintedLine({ line, round, playerName }) {
  const name = chairNames(line.seats, playerName);
  return html`
    <tr>
      <td>${round} ${rowLabel(line)}</td>
      <th scope="row">${printedText(line, name)}${line.corrected && html` <small>${text("corrected")}</small>`}</th>
      ${line.seats.map(({ points }) => html`<td>${signed(points)}</td>`)}
    </tr>
  `;
}
