// @ts-check
/** A match of a file: who played, and what it comes to. */
import { dayText } from "./day_text.js";
import { html } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["PreviewedMatch"]} Found */

/** Where a match of a file stands after its last line. @param {Schemas["MatchState"] | undefined} state nothing where it cannot be imported */
const standing = (state) => text(state === undefined ? "import_not_yet" : state.ending ? "over" : "import_stays_open");

/** What is told of the match: its hands, or its totals alone. @param {Found} found */
const told = ({ hands, state }) => (hands === 0 && state?.ending === "complete" ? text("line_totals") : text("hands_played", { count: hands }));

/** Who played, with what each gained or lost: sums that somebody compares with those of the spreadsheet. @param {Found} found */
function result({ players, state }) {
  const points = state?.total_points ?? [];
  return listed((players ?? []).map((player, chair) => (points[chair] === undefined ? playerText(player) : `${playerText(player)} ${signed(points[chair])}`)));
}

/** @param {{ found: Found, address?: string }} properties `address`: of the match, where there is one */
export function ImportMatch({ found, address }) {
  const { label, line, played_on, state } = found;
  const said = [text("import_line", { line }), ...(played_on ? [dayText(played_on)] : []), told(found), standing(state)];
  const what = html`<b>${label}</b> ${result(found)}`;
  return html`
    ${address === undefined ? what : html`<a href=${address}>${what}</a>`}<br />
    <small>${said.join(" · ")}</small>
  `;
}
