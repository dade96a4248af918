// @ts-check
/** What a correction would change: the rows, the totals, and what could no longer have happened. */
import { Refusal } from "./api.js";
import { changeAbout, rowLabel } from "./change_text.js";
import { changeAt, seatedAfter } from "./correction_draft.js";
import { DifferencesView } from "./differences_view.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PointsTable } from "./points_table.js";
import { ProblemView } from "./problem_view.js";
import { usePlannedNames } from "./use_planned_names.js";
import { useProblemSentence } from "./use_problem_sentence.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./correction_draft.js").Change} Change */
/** @typedef {import("./hand_details.js").SheetTable} SheetTable */

/**
 * @param {{
 *   preview: import("./correction_steps.js").Preview | null, isOutdated: boolean, refused: import("./correction_steps.js").Refused | null,
 *   changes: Change[], table: SheetTable,
 * }} properties
 */
export function CorrectionPreview({ preview, isOutdated, refused, changes, table: shown }) {
  const table = { ...shown, playerName: usePlannedNames(shown, changes) };
  return html`
    ${refused !== null && html`<${RefusedView} ...${refused} table=${table} />`}
    ${isOutdated && html`<p role="status">${text("look_again")}</p>`}
    ${preview !== null &&
    html`
      <div role="status" class="answer">
        <h4>${text("differences_count", { count: preview.corrected.total_differences })}</h4>
        <${DifferencesView} corrected=${preview.corrected} playerName=${table.playerName} />
        <h4>${text("totals_change")}</h4>
        <${TotalsView} table=${table} changes=${changes} state=${preview.corrected.state_after} />
      </div>
    `}
  `;
}

/** Everybody with what their chair came to before, and comes to then. @param {SheetTable} table @param {Change[]} changes @param {Schemas["MatchState"]} state */
function totalsOf({ match, rounds, playerName }, changes, state) {
  const seated = match.seats.map(({ player }) => player.id);
  const after = seatedAfter(changes, rounds.players.map(({ id }) => id), seated);
  const leave = seated.filter((player) => !after.includes(player));
  /** @param {string[]} seats @param {(number | undefined)[]} points @param {string} player */
  const of = (seats, points, player) => points[seats.indexOf(player)] ?? null;
  const before = match.seats.map(({ total_points }) => total_points);
  const rows = [...after, ...leave].map((player) => ({ name: playerName(player), points: [of(seated, before, player), of(after, state.total_points, player)] }));
  return { rows, dealer: playerName(after[state.deal.dealer - 1] ?? "") };
}

/** @param {{ table: SheetTable, changes: Change[], state: Schemas["MatchState"] }} properties */
function TotalsView({ table, changes, state }) {
  const { deal, ending } = state;
  const { rows, dealer } = totalsOf(table, changes, state);
  return html`
    <${PointsTable} caption=${text("totals")} columns=${[text("before"), text("after")]} rows=${rows} />
    <p>${ending ? text("match_over") : text("goes_on_with", { number: state.next_number, round: text("round", { wind: text(deal.round_wind) }), name: dealer })}</p>
  `;
}

/** Why it is refused: which of several changes is, and which rows could not have happened then. @param {import("./correction_steps.js").Refused & { table: SheetTable }} properties */
function RefusedView({ error, changes, stated, table }) {
  /** @param {string} pointer */
  const whereOf = (pointer) => {
    const change = changes.length > 1 ? changeAt(changes, pointer) : undefined;
    return change ? changeAbout(change, table) : null;
  };
  /** @param {string} pointer */
  const isHere = (pointer) => {
    const change = changeAt(changes, pointer);
    return change === undefined || stated.includes(change);
  };
  return html`<${ProblemView} error=${error} whereOf=${whereOf} isHere=${isHere} /><${ImpossibleView} error=${error} table=${table} />`;
}

/** What was recorded and could not have happened then, by the labels of the rows. @param {{ error: unknown, table: SheetTable }} properties */
function ImpossibleView({ error, table }) {
  const sentenceOf = useProblemSentence();
  if (sentenceOf === null) return null;
  const impossible = error instanceof Refusal ? (error.problem.impossible ?? []) : [];
  const reasons = impossible.map(({ outcome_id, code, detail }) => text("refused_at", { where: rowLabel(table, outcome_id), what: sentenceOf(code, detail) }));
  return html`
    ${reasons.length > 0 && html`<ul>${reasons.map((one) => html`<li>${one}</li>`)}</ul><p class="quiet-text">${text("change_these_too")}</p>`}
  `;
}
