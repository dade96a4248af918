// @ts-check
/** What happened in a hand, in a few words. */
import { listed, signed, text } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** The name of whoever sits on a chair. @typedef {(chair: number) => string} ChairName */

/** Who won, and from whom. @param {number[]} chairs of the winners @param {number | null | undefined} from @param {ChairName} name */
export function winText(chairs, from, name) {
  const winners = listed(chairs.map(name));
  return from === null || from === undefined ? text("line_self_draw", { winners }) : text("line_win", { winners, from: name(from) });
}

/**
 * @param {Schemas["Outcome"]} outcome @param {ChairName} name
 * @param {(player: string) => string} [playerName] without it, a substitution does not say who comes
 */
export function outcomeText(outcome, name, playerName) {
  switch (outcome.kind) {
    case "win": {
      const won = winText(outcome.winners.map(({ chair }) => chair), outcome.from_chair, name);
      const fan = outcome.winners.flatMap(({ declared }) => (declared ? [declared.limit ? text("limit_hand") : text("fan", { count: declared.fan })] : []));
      return [won, ...fan].join(text("comma"));
    }
    case "goulash":
      return text("goulash");
    case "agreed":
      return text("said_agreed", { points: outcome.chair_points.map((points, place) => `${name(place + 1)} ${signed(points)}`).join(" · ") });
    case "false_mahjong":
      return text("said_of", { what: text("line_false_mahjong"), name: name(outcome.chair) });
    case "penalty":
      return text("said_of", { what: text("line_penalty"), name: name(outcome.chair) });
    case "substitution":
      return playerName ? text("said_substitution", { leaves: name(outcome.chair), comes: playerName(outcome.player) }) : text("line_substitution");
    default:
      return text(`line_${outcome.kind}`);
  }
}

/** What was special about a win, for those who look closer. @param {Schemas["Outcome"]} outcome @param {ChairName} name @returns {string[]} */
export function circumstanceTexts(outcome, name) {
  if (outcome.kind !== "win") return [];
  const { robbed_kong, replacement, first_turn, last_tile, won_by, winners } = outcome;
  const replacements = /** @type {const} */ ({ bonus_tile: "after_bonus_tile", kong: "after_kong", second_kong: "after_second_kong" });
  return [
    ...(won_by === "bonus_tiles" ? [text("bonus_tiles_win")] : []),
    ...(robbed_kong ? [`${text("robbed_kong")}: ${text(robbed_kong)}`] : []),
    ...(replacement ? [text(replacements[replacement])] : []),
    ...(first_turn ? [text(first_turn)] : []),
    ...(last_tile ? [text("last_tile")] : []),
    ...winners.flatMap(({ liability }) => (liability ? [text("said_liable", { name: name(liability.chair), rule: text(`liability_${liability.rule}`) })] : [])),
  ];
}
