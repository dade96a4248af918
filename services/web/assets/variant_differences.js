// @ts-check
/** In what two documents differ, place by place, before the server has the second one. It compares what is written. */
import { isObject, pointerOf, saysTheSame } from "./variant_document.js";

/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */
/** @typedef {import("./variant_document.js").Place} Place */
/** @typedef {{ pointer: string, before?: unknown, after?: unknown, text?: string }} Difference `text`: as the server says it in English */

/** As a player would ask: what wins and what it pays, what counts, who pays, the course of a match, and last what the document is. */
const ORDER = [
  "minimum_fan", "shapes", "limit", "cap", "schedule", "patterns", "house_patterns", "groups", "caps", "tiles", "multipliers", "claims", "robbed_kongs",
  "bonus_tile_wins", "bonus_tile_win_patterns", "man_wins", "liabilities", "penalties", "false_mahjong", "starting_points", "deal", "name", "readings", "source", "id", "version",
];

/** Lists whose items are known by a field of theirs, wherever they stand. */
const KEYED = new Map([["/schedule", "from_fan"], ["/liabilities", "rule"], ["/groups", "name"]]);

/** @param {VariantDocument} before @param {VariantDocument} after @returns {Difference[]} */
export function differencesOf(before, after) {
  const rank = (/** @type {string} */ name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((one, other) => rank(one) - rank(other));
  return names.flatMap((name) => differencesAt([name], before[name], after[name]));
}

/** @param {Place} place @param {unknown} before @param {unknown} after @returns {Difference[]} */
function differencesAt(place, before, after) {
  if (saysTheSame(before, after)) return [];
  const pointer = pointerOf(place);
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differencesAt([...place, name], before[name], after[name]));
  }
  const key = KEYED.get(pointer);
  if (key !== undefined && Array.isArray(before ?? []) && Array.isArray(after ?? [])) {
    const found = itemDifferences(place, key, /** @type {unknown[]} */ (before ?? []), /** @type {unknown[]} */ (after ?? []));
    if (found.length > 0) return found;
  }
  return [{ pointer, before, after }];
}

/** @param {Place} place @param {string} key @param {unknown[]} before @param {unknown[]} after @returns {Difference[]} */
function itemDifferences(place, key, before, after) {
  const keyOf = (/** @type {unknown} */ item) => (isObject(item) ? item[key] : item);
  const same = (/** @type {unknown[]} */ items, /** @type {unknown} */ item) => items.find((other) => keyOf(other) === keyOf(item));
  const changed = after.flatMap((item, index) => {
    const former = same(before, item);
    return saysTheSame(former, item) ? [] : [{ pointer: pointerOf([...place, index]), before: former, after: item }];
  });
  const gone = before.flatMap((item, index) => (same(after, item) === undefined ? [{ pointer: pointerOf([...place, index]), before: item }] : []));
  return [...changed, ...gone];
}
