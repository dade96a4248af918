// @ts-check
/** The rules of a tournament as somebody types them, and as the API takes them. */
import { isBlank, sentNumber } from "./typed_number.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["TieBreak"]} TieBreak */
/**
 * `tablePoints`: of the places 1 to 4. Numbers are as they are typed; empty where they do not apply.
 * @typedef {{
 *   rounds: string, draw: Schemas["DrawMethod"], scoring: Schemas["TournamentScoring"], tablePoints: string[], ties: TieBreak[],
 *   satOutPoints: string, satOutTablePoints: string, cutAfter: string, cutPlayers: string, keepsResults: boolean,
 *   minutes: string, lastHand: Schemas["LastHand"],
 * }} RulesDraft
 */

/** @type {ReadonlyArray<Schemas["DrawMethod"]>} */
export const METHODS = ["random", "swiss", "schedule", "prescribed"];
/** @type {ReadonlyArray<Schemas["TournamentScoring"]>} */
export const SCORINGS = ["points", "table_points", "points_and_table_points"];
/** @type {ReadonlyArray<Schemas["LastHand"]>} */
export const LAST_HANDS = ["finish_hand", "one_more_hand", "stop"];
/** @type {ReadonlyArray<TieBreak>} */
export const TIE_BREAKS = ["points", "table_points", "first_places", "best_match", "opponents"];

/** What a form begins with. @type {RulesDraft} */
export const USUAL_RULES = {
  rounds: "4",
  draw: "random",
  scoring: "points",
  tablePoints: ["4", "2", "1", "0"],
  ties: [],
  satOutPoints: "",
  satOutTablePoints: "",
  cutAfter: "",
  cutPlayers: "",
  keepsResults: true,
  minutes: "",
  lastHand: "finish_hand",
};

/** Whether places at tables count. @param {{ scoring?: Schemas["TournamentScoring"] }} rules */
export const hasTablePoints = ({ scoring = "points" }) => scoring !== "points";

/** @param {RulesDraft} draft @returns {Schemas["TournamentRules"]} */
export function statedRules(draft) {
  const { rounds, draw, scoring, ties, cutAfter, cutPlayers, keepsResults, minutes, lastHand } = draft;
  const counts = hasTablePoints(draft);
  const satOut = { points: sentNumber(draft.satOutPoints) ?? 0, table_points: counts ? (sentNumber(draft.satOutTablePoints) ?? 0) : 0 };
  return {
    // A field that has to be filled in is not empty when the form is sent.
    rounds: sentNumber(rounds) ?? 0,
    draw,
    scoring,
    ...(counts ? { table_points: draft.tablePoints.map((typed) => sentNumber(typed) ?? 0) } : {}),
    ties: ties.filter((tie) => counts || tie !== "table_points"),
    ...(satOut.points !== 0 || satOut.table_points !== 0 ? { sat_out: satOut } : {}),
    ...(isBlank(cutAfter) ? {} : { cut: { after_round: sentNumber(cutAfter) ?? 0, players: sentNumber(cutPlayers) ?? 0, keeps_results: keepsResults } }),
    ...(isBlank(minutes) ? {} : { clock: { minutes: sentNumber(minutes) ?? 0, last_hand: lastHand } }),
  };
}
