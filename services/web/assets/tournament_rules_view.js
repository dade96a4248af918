// @ts-check
/** The rules of a tournament, as sentences. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { hasTablePoints } from "./tournament_rules_draft.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {Schemas["TournamentRules"]} rules */
function sentences({ rounds, draw = "random", scoring = "points", table_points, ties = [], sat_out, cut, clock }) {
  return [
    text("tournament_rule_rounds", { rounds }),
    text("tournament_rule_draw", { method: text(`draw_${draw}`) }),
    text("tournament_rule_scoring", { scoring: text(`scoring_${scoring}`) }),
    ...(table_points && hasTablePoints({ scoring }) ? [text("tournament_rule_table_points", { points: table_points.join(" · ") })] : []),
    ...(ties.length > 0 ? [text("tournament_rule_ties", { ties: ties.map((tie) => text(`tie_${tie}`)).join(" → ") })] : []),
    ...(sat_out ? [text("tournament_rule_sat_out", { ...sat_out })] : []),
    ...(cut ? [text(cut.keeps_results ? "tournament_rule_cut" : "tournament_rule_cut_from_zero", { round: cut.after_round, players: cut.players })] : []),
    ...(clock ? [text("tournament_rule_clock", { minutes: clock.minutes, last_hand: text(`last_hand_${clock.last_hand}`) })] : []),
  ];
}

/** @param {{ rules: Schemas["TournamentRules"] }} properties */
export const TournamentRulesView = ({ rules }) => html`<ul>${sentences(rules).map((line) => html`<li key=${line}>${line}</li>`)}</ul>`;
