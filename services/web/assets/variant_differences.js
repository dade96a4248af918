// @ts-check
/** In what two documents differ, place by place, before the server has the second one. It compares what is written. */
import { isObject, pointerOf, saysTheSame } from "./variant_document.js";
import { inOrder } from "./variant_schema.js";

/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */
/** @typedef {import("./variant_document.js").Place} Place */
/** @typedef {import("./variant_schema.js").Schema} Schema */
/** @typedef {{ pointer: string, before?: unknown, after?: unknown, text?: string }} Difference `text`: as the server says it in English */

/** @param {VariantDocument} before @param {VariantDocument} after @param {Schema} schema @returns {Difference[]} in its order */
export function differencesOf(before, after, schema) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return inOrder(schema, names).flatMap((name) => differencesAt([name], before[name], after[name], schema.properties?.[name]));
}

/** @param {Place} place @param {unknown} before @param {unknown} after @param {Schema} [schema] @returns {Difference[]} */
function differencesAt(place, before, after, schema = {}) {
  if (saysTheSame(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differencesAt([...place, name], before[name], after[name], schema.properties?.[name]));
  }
  // Items that are known by a property of theirs are compared with each other, wherever they stand.
  const key = schema["x-key"];
  if (key !== undefined && Array.isArray(before ?? []) && Array.isArray(after ?? [])) {
    const found = itemDifferences(place, key, /** @type {unknown[]} */ (before ?? []), /** @type {unknown[]} */ (after ?? []));
    if (found.length > 0) return found;
  }
  return [{ pointer: pointerOf(place), before, after }];
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
