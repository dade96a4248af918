// @ts-check
/** The language of the page: English, or Traditional Chinese as Hong Kong writes it. */
import { chineseName } from "./chinese_names.js";
import { SCORE_TEXTS } from "./score_texts.js";
import { TILE_TEXTS } from "./tile_texts.js";

/** @typedef {"en" | "zh-Hant-HK"} Language */
/** @typedef {typeof import("./texts.js").TEXTS & typeof import("./owner_texts.js").OWNER_TEXTS & typeof import("./season_texts.js").SEASON_TEXTS & typeof import("./evening_texts.js").EVENING_TEXTS & typeof import("./printout_texts.js").PRINTOUT_TEXTS & typeof import("./import_texts.js").IMPORT_TEXTS & typeof import("./league_texts.js").LEAGUE_TEXTS & typeof import("./tournament_texts.js").TOURNAMENT_TEXTS} Texts */
/** @typedef {keyof Texts} TextKey */

/** The texts that were loaded: a hand is scored without those of clubs. @type {Partial<Record<string, readonly [string, string]>>} */
let texts = { ...SCORE_TEXTS, ...TILE_TEXTS };

/** Takes the texts of a page that needs more of them. @param {Record<string, readonly [string, string]>} more */
export function addTexts(more) {
  texts = { ...texts, ...more };
}

const KEPT = "faan-language";
const NUMERALS = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const SUITS = /** @type {const} */ ({ m: "characters", p: "dots", s: "bamboos" });

/** @returns {Language} */
function chosen() {
  const kept = stored();
  if (kept === "en" || kept === "zh-Hant-HK") return kept;
  const first = navigator.languages.find((language) => /^(en|zh|yue)\b/i.test(language)) ?? "en";
  return first.toLowerCase().startsWith("en") ? "en" : "zh-Hant-HK";
}

/** A browser may refuse to keep anything. */
function stored() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @type {Language} */
let language = chosen();
document.documentElement.lang = language;

export const currentLanguage = () => language;
export const isChinese = () => language === "zh-Hant-HK";

/** @param {Language} other */
export function setLanguage(other) {
  language = other;
  document.documentElement.lang = other;
  try {
    localStorage.setItem(KEPT, other);
  } catch {
    // Then the browser's languages decide again next time.
  }
}

/** It keeps the place of a line, so that no key moves under a thumb when the line comes. */
export const NO_TEXT_YET = "\u00a0";

/** A text in the current language. `{name}` in it is replaced by the value of that name. @param {TextKey} key @param {Record<string, string | number>} [values] */
export function text(key, values = {}) {
  const [english, chinese] = texts[key] ?? [key, key];
  return (isChinese() ? chinese : english).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A name of the API in the current language; house rules without a Chinese name have their English one. @param {{ english: string, traditional_chinese?: string | null }} name */
export const nameOf = ({ english, traditional_chinese }) => (isChinese() && (traditional_chinese || chineseName(english))) || english;

/** Points that are gained or paid, with their sign. @param {number} points */
export const signed = (points) => new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(points);

/** Names in a sentence. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(language, { type: "conjunction" }).format(names);

/** What people call a tile. @param {string} tile in notation */
export function tileName(tile) {
  const rank = tile[0] ?? "";
  const suit = tile[1];
  if (suit === "m" || suit === "p" || suit === "s") {
    return text(SUITS[suit], { rank: isChinese() ? (NUMERALS[Number(rank) - 1] ?? "") : rank });
  }
  return text(/** @type {TextKey} */ (`tile_${tile}`));
}
