// @ts-check
/** A difference between two variants as people would say it. */
import { isChinese, listed, text } from "./language.js";
import { isObject, stepsOf } from "./variant_document.js";

/** @typedef {import("./language.js").TextKey} TextKey */
/** @typedef {import("./variant_differences.js").Difference} Difference */

/** What a place is about. @type {Record<string, TextKey>} */
const SUBJECTS = {
  minimum_fan: "rule_minimum_fan",
  shapes: "rule_shapes",
  "limit.points": "rule_limit_points",
  "limit.multiplied": "rule_limit_multiplied",
  cap: "rule_cap",
  tiles: "rule_tiles",
  "multipliers.self_draw": "rule_pays_self_draw",
  "multipliers.discarder": "rule_pays_discarder",
  "multipliers.other": "rule_pays_other",
  "multipliers.dealer": "rule_pays_dealer",
  "claims.several": "rule_several",
  "claims.miss_win": "rule_miss_win",
  robbed_kongs: "rule_robbed_kongs",
  bonus_tile_wins: "rule_bonus_tile_wins",
  man_wins: "rule_man_wins",
  "false_mahjong.rule": "rule_false_mahjong",
  "false_mahjong.points": "rule_false_mahjong_points",
  starting_points: "rule_starting_points",
  "deal.stays_after": "rule_stays_after",
  "deal.last_deal_stays_after": "rule_last_deal_stays_after",
  "deal.most_hands": "rule_most_hands",
  "deal.rounds": "rule_rounds",
  "name.english": "rule_name_english",
  "name.traditional_chinese": "rule_name_chinese",
  "name.jyutping": "rule_jyutping",
  source: "rule_source",
  id: "rule_id",
  version: "rule_version",
};

/** Words of the format. @type {Record<string, TextKey>} */
const WORDS = {
  nearest: "several_nearest",
  best: "several_best",
  all: "several_all",
  exposed_kong: "exposed_kong",
  added_kong: "added_kong",
  concealed_kong: "concealed_kong",
  dealer_win: "stays_dealer_win",
  goulash: "goulash",
  false_mahjong: "line_false_mahjong",
  points: "false_mahjong_is_paid",
  open_hand: "false_mahjong_open_hand",
  limit: "limit",
  standard: "shape_standard",
  self_draw: "self_draw",
  discard: "man_by_discard",
  dealer_discard: "man_by_dealer_discard",
  seven_pairs: "shape_seven_pairs",
  thirteen_orphans: "shape_thirteen_orphans",
};

/** @param {unknown} value @returns {string} */
function valueText(value) {
  if (value === undefined) return text("not_stated");
  if (typeof value === "boolean") return text(value ? "yes" : "no");
  if (typeof value === "string") {
    const word = Object.hasOwn(WORDS, value) ? WORDS[value] : undefined;
    return word ? text(word) : value;
  }
  if (Array.isArray(value)) return value.length === 0 ? text("none") : listed(value.map(valueText));
  return isObject(value) ? JSON.stringify(value) : String(value);
}

/** What a pattern is worth. @param {unknown} worth */
function worthText(worth) {
  if (!isObject(worth)) return worth === undefined ? text("not_played") : valueText(worth);
  const fan = typeof worth.value === "number" ? text("fan", { count: worth.value }) : valueText(worth.value);
  return worth.counts_toward_minimum === false ? listed([fan, text("not_toward_minimum")]) : fan;
}

/** Whether a liability is played, and what is said of it besides. @param {unknown} rule */
function liabilityText(rule) {
  if (!isObject(rule)) return text("not_played");
  return Object.keys(rule).length > 1 ? valueText(rule) : text("played");
}

/** @param {string} subject @param {string} before @param {string} after */
const sentence = (subject, before, after) => text("difference", { subject, before, after });

/**
 * @param {Difference} difference @param {(id: string) => string} patternName
 * @returns {string | null} nothing where there are no words for the place
 */
function ownWords({ pointer, before, after }, patternName) {
  const steps = stepsOf(pointer);
  const [field, name, part] = steps;
  if (field === "patterns" && name !== undefined && steps.length <= 3) {
    if (part === undefined) return sentence(patternName(name), worthText(before), worthText(after));
    if (part === "value") return sentence(patternName(name), worthText({ value: before }), worthText({ value: after }));
    if (part === "counts_toward_minimum") {
      return sentence(`${patternName(name)}, ${text("rule_toward_minimum")}`, valueText(before ?? true), valueText(after ?? true));
    }
    return null;
  }
  const item = isObject(after) ? after : before;
  if (field === "schedule" && isObject(item)) {
    const points = (/** @type {unknown} */ step) => (isObject(step) ? text("base_points", { points: valueText(step.points) }) : text("no_step"));
    return sentence(text("rule_from_fan", { fan: valueText(item.from_fan) }), points(before), points(after));
  }
  if (field === "liabilities" && isObject(item) && typeof item.rule === "string") {
    return sentence(liabilityName(item.rule), liabilityText(before), liabilityText(after));
  }
  const subject = SUBJECTS[steps.join(".")];
  return subject ? sentence(text(subject), valueText(before), valueText(after)) : null;
}

/** What a liability is for. @param {string} rule */
export function liabilityName(rule) {
  const key = `liability_${rule}`;
  return LIABILITIES.includes(rule) ? text(/** @type {TextKey} */ (key)) : rule;
}

export const LIABILITIES = ["nine_tiles", "twelve_tiles", "five_tiles", "big_three_dragons", "big_four_winds", "kong_replacement", "fourth_meld"];

/**
 * The sentence, and whether it is English although the page is not. The server says it in English only.
 * @param {Difference} difference @param {(id: string) => string} patternName @returns {{ sentence: string, isEnglish: boolean }}
 */
export function differenceText(difference, patternName) {
  const told = difference.text;
  if (told !== undefined && !isChinese()) return { sentence: told, isEnglish: false };
  const own = ownWords(difference, patternName);
  if (own !== null) return { sentence: own, isEnglish: false };
  if (told !== undefined) return { sentence: told, isEnglish: true };
  return { sentence: sentence(stepsOf(difference.pointer).join(" "), valueText(difference.before), valueText(difference.after)), isEnglish: false };
}
