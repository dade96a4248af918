// @ts-check
/** What a planned change says, with the label of its row. */
import { rowLabels } from "./hand_label.js";
import { text } from "./language.js";
import { outcomeText } from "./outcome_text.js";
import { atChairs, chairNames } from "./played_names.js";
import { windOf } from "./seats_of_round.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./correction_draft.js").Change} Change */
/** @typedef {import("./hand_details.js").SheetTable} SheetTable */
/** @typedef {{ chair: number, player: string }[]} Seated */

/** What is planned about a row may outlive it: somebody else may have voided it. @param {SheetTable} table @param {string} id */
export const rowLabel = ({ rounds }, id) => rowLabels(rounds).get(id) ?? text("row_gone");

/** Who sat on the chairs when a row was played; null: who sits there now. @param {SheetTable} table @param {string | null} id @returns {Seated} */
export function seatsAt({ match, rounds }, id) {
  const line = rounds.rounds.flatMap(({ hands }) => hands).find((one) => one.id === id);
  return line?.seats ?? atChairs(match.seats.map(({ player }) => player.id));
}

/** Where a forgotten hand comes. @param {SheetTable} table @param {string | null | undefined} before the row that comes next; nothing: it is the last one */
export const placeText = (table, before) => (before ? text("place_before", { hand: rowLabel(table, before) }) : text("place_last"));

/** @param {number} count */
export const countText = (count) => (count === 1 ? text("changes_one") : text("changes_count", { count }));

/** What a change is about. @param {Change} change @param {SheetTable} table */
export function changeAbout(change, table) {
  if (change.kind === "reseat") return text("seats");
  if (change.kind === "insert" && change.outcome.kind === "totals") return text("whole_match");
  return change.kind === "insert" ? text("forgotten_at", { place: placeText(table, change.before) }) : rowLabel(table, change.outcome_id);
}

/** @param {Change} change @param {SheetTable} table */
function whatIsSaid(change, table) {
  const { playerName } = table;
  if (change.kind === "void") return text("voided");
  if (change.kind === "reseat") {
    const seats = change.players.map((player, place) => `${windOf(place)} ${playerName(player)}`).join(" · ");
    return [seats, text(change.outcomes)].join(text("comma"));
  }
  const seats = seatsAt(table, (change.kind === "insert" ? change.before : change.outcome_id) ?? null);
  return outcomeText(change.outcome, chairNames(seats, playerName), playerName);
}

/** The change as people would say it. @param {Change} change @param {SheetTable} table */
export const changeText = (change, table) => text("change_of", { about: changeAbout(change, table), what: whatIsSaid(change, table) });
