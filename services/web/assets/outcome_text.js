// @ts-check
/** What happened in a hand, in a few words. */
import { listed, nameOf, signed, text } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** The name of whoever sits on a chair. @typedef {(chair: number) => string} ChairName */

/** Who won, and from whom. @param {number[]} chairs of the winners @param {number | null | undefined} from @param {ChairName} name */
export function winText(chairs, from, name) {
  const winners = listed(chairs.map(name));
  return from === null || from === undefined ? text("line_self_draw", { winners }) : text("line_win", { winners, from: name(from) });
}

/** Who is paid, and by whom; null: by each other player. @param {number} chair @param {number | null | undefined} from @param {ChairName} name */
export function sidePaymentText(chair, from, name) {
  const paid = name(chair);
  return from === null || from === undefined ? text("line_side_payment_of_all", { name: paid }) : text("line_side_payment_of", { name: paid, from: name(from) });
}

/** Points of the chairs, chair 1 first. @param {number[]} points @param {ChairName} name */
const pointsText = (points, name) => points.map((one, place) => text("wins_points", { name: name(place + 1), points: signed(one) }));

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
      return text("said_agreed", { points: pointsText(outcome.chair_points, name).join(" · ") });
    case "false_mahjong":
      return text("said_of", { what: text("line_false_mahjong"), name: name(outcome.chair) });
    case "penalty":
      return text("said_of", { what: text("line_penalty"), name: name(outcome.chair) });
    case "side_payment":
      return sidePaymentText(outcome.chair, outcome.from_chair, name);
    case "totals": {
      const house = outcome.house_points ? [text("wins_points", { name: text("to_house"), points: signed(outcome.house_points) })] : [];
      return text("said_totals", { points: [...pointsText(outcome.chair_points, name), ...house].join(" · ") });
    }
    case "substitution":
      return playerName ? text("said_substitution", { leaves: name(outcome.chair), comes: playerName(outcome.player) }) : text("line_substitution");
    // Each kind is named, so that the types ask for a new one.
    case "early_end":
      return text("line_early_end");
  }
}

/** What the rules call what was paid for, if they do. @param {Schemas["Outcome"]} outcome @param {import("./match_variant.js").VariantDocument | null} variant */
export function amountName(outcome, variant) {
  const named = outcome.kind === "penalty" ? variant?.penalties?.[outcome.penalty ?? ""] : outcome.kind === "side_payment" ? variant?.side_payments?.[outcome.side_payment ?? ""] : undefined;
  return named ? nameOf(named.name) : "";
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
