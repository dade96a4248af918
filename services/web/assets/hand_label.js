// @ts-check
/** What a hand is called wherever one is spoken of: its number and its deal, as the sheet counts them. */
import { text } from "./language.js";
import { WINDS } from "./score_request.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {number} number @param {Schemas["Deal"]} deal */
export function handLabel(number, { round_wind, dealer, extra }) {
  // A sheet counts the deals through the match: four in each round.
  const counted = WINDS.indexOf(round_wind) * 4 + dealer;
  const label = text("hand_label", { number, wind: text(round_wind), deal: counted });
  return extra > 0 ? `${label} ${text("extra_hand_short", { count: extra })}` : label;
}

/** The labels of all rows, by their ids: of what is no hand, what it is and after which hand. @param {Schemas["Rounds"]} rounds @returns {Map<string, string>} */
export function rowLabels({ rounds }) {
  const labels = new Map();
  let last = "";
  for (const { round_wind, hands } of rounds) {
    for (const { id, number, dealer, extra, result } of hands) {
      if (number !== undefined) last = handLabel(number, { round_wind, dealer, extra });
      labels.set(id, number === undefined ? betweenLabel(result, last) : last);
    }
  }
  return labels;
}

/** @param {Schemas["OutcomeKind"]} result @param {string} after the label of the hand before; empty if there is none */
function betweenLabel(result, after) {
  if (result === "totals") return text("line_totals");
  const what = result === "goulash" || result === "win" ? "" : text(`line_${result}`);
  return after === "" ? text("before_first", { what }) : text("row_after", { what, hand: after });
}
