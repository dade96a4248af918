// @ts-check
/** What a correction would change: the rows, the totals, and what could no longer have happened. */
import { Refusal } from "./api.js";
import { DifferencesView } from "./differences_view.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PointsTable } from "./points_table.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
import { useProblemSentence } from "./use_problem_sentence.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./hand_details.js").SheetTable} SheetTable */

/** @param {{ preview: import("./correction_form.js").Preview | null, isOutdated: boolean, error: unknown, table: SheetTable }} properties */
export const CorrectionPreview = ({ preview, isOutdated, error, table }) => html`
  ${error !== null && html`<${ProblemView} error=${error} /><${ImpossibleView} error=${error} />`}
  ${isOutdated && html`<p role="status">${text("look_again")}</p>`}
  ${preview !== null &&
  html`
    <div role="status" class="answer">
      <h4>${text("differences_count", { count: preview.corrected.total_differences })}</h4>
      <${DifferencesView} corrected=${preview.corrected} playerName=${table.playerName} />
      <h4>${text("totals_change")}</h4>
      <${TotalsView} match=${table.match} state=${preview.corrected.state_after} />
    </div>
  `}
`;

/** @param {{ match: Schemas["Match"], state: Schemas["MatchState"] }} properties */
function TotalsView({ match, state }) {
  const rows = match.seats.map(({ chair, player, total_points }) => ({
    name: playerText(player),
    points: [total_points, state.total_points[chair - 1] ?? 0],
  }));
  const { deal, ending } = state;
  const seat = match.seats.find(({ chair }) => chair === deal.dealer);
  const dealer = seat ? playerText(seat.player) : text("unknown_name");
  return html`
    <${PointsTable} caption=${text("totals")} columns=${[text("before"), text("after")]} rows=${rows} />
    <p>${ending ? text("match_over") : text("goes_on_with", { number: state.next_number, round: text("round", { wind: text(deal.round_wind) }), name: dealer })}</p>
  `;
}

/** What was recorded and could not have happened then. @param {{ error: unknown }} properties */
function ImpossibleView({ error }) {
  const sentenceOf = useProblemSentence();
  if (sentenceOf === null) return null;
  const impossible = error instanceof Refusal ? (error.problem.impossible ?? []) : [];
  const reasons = impossible.map(({ code, detail }) => sentenceOf(code, detail));
  return reasons.length === 0 ? null : html`<ul>${reasons.map((one) => html`<li>${one}</li>`)}</ul>`;
}
