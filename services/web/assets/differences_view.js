// @ts-check
/** What a correction changes: each row before and after. */
import { handLabel } from "./hand_label.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { circumstanceTexts, outcomeText } from "./outcome_text.js";
import { chairNames } from "./played_names.js";
import { PointsTable } from "./points_table.js";
import { worth } from "./score_view.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./played_names.js").PlayerName} PlayerName */
/** @typedef {Schemas["PlayedOutcome"]} Played */

/** The first differences, and how many there are if there are more. @param {{ corrected: Schemas["Corrected"], playerName: PlayerName }} properties */
export const DifferencesView = ({ corrected: { differences, total_differences }, playerName }) => html`
  <ol class="list differences">
    ${differences.map(({ outcome_id, before, after }) => html`<${Difference} key=${outcome_id} before=${before} after=${after} playerName=${playerName} />`)}
  </ol>
  ${total_differences > differences.length && html`<p>${text("differences_in_all", { count: total_differences })}</p>`}
`;

/** @param {Played | undefined} played @param {PlayerName} playerName */
function said(played, playerName) {
  if (played === undefined) return "–";
  const name = chairNames(played.payments, playerName);
  const worths = played.scores.filter(({ score }) => !score.declared).map(({ score }) => worth(score));
  return [outcomeText(played.outcome, name, playerName), ...worths, ...circumstanceTexts(played.outcome, name)].join(text("comma"));
}

/** The deal of an outcome, as a sheet names it. @param {Played} played @param {PlayerName} playerName */
function dealOf({ deal, payments }, playerName) {
  const extra = deal.extra > 0 ? `${text("comma")}${text("extra_hand", { count: deal.extra })}` : "";
  return `${text("deal_of", { round: text("round", { wind: text(deal.round_wind) }), name: chairNames(payments, playerName)(deal.dealer) })}${extra}`;
}

/** What a row is called. @param {Played} played */
const labelOf = ({ number, deal, outcome }) => (number !== undefined ? handLabel(number, deal) : text(outcome.kind === "totals" ? "whole_match" : "between_hands"));

/** Everybody with what they were paid before and then: other people may have sat there. @param {Played | undefined} before @param {Played | undefined} after @param {PlayerName} playerName */
function paidRows(before, after, playerName) {
  const players = [after, before].flatMap((played) => played?.payments.map(({ player }) => player) ?? []);
  return [...new Set(players)].map((player) => ({
    name: playerName(player),
    points: [before, after].map((played) => played?.payments.find((one) => one.player === player)?.points ?? null),
  }));
}

/** @param {{ before?: Played, after?: Played, playerName: PlayerName }} properties */
function Difference({ before, after, playerName }) {
  const [label = "", other = label] = [before, after].flatMap((played) => (played === undefined ? [] : [labelOf(played)]));
  const what = [said(before, playerName), said(after, playerName)];
  const deals = [before, after].map((played) => (played === undefined ? "" : dealOf(played, playerName)));
  const rows = paidRows(before, after, playerName);
  const isPaidOtherwise = rows.some(({ points }) => points[0] !== points[1]);
  return html`
    <li>
      <b>${label === other ? label : html`<del>${label}</del> → <ins>${other}</ins>`}</b>
      ${after === undefined && html` – ${text("voided")}`}${before === undefined && after?.outcome.kind !== "totals" && html` – ${text("was_forgotten")}`}
      <p>${what[0] === what[1] ? what[0] : html`<del>${what[0]}</del> → <ins>${what[1]}</ins>`}</p>
      ${before && after && deals[0] !== deals[1] && html`<p><del>${deals[0]}</del> → <ins>${deals[1]}</ins></p>`}
      ${isPaidOtherwise && html`<${PointsTable} caption=${text("payments")} columns=${[text("before"), text("after")]} rows=${rows} />`}
    </li>
  `;
}
