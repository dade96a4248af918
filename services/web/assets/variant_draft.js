// @ts-check
/** What the form for house rules begins with: the base under an id or a version of its own. */

/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */

const LONGEST_ID = 64;

/** @param {VariantDocument} base @param {string} hash of the base @param {boolean} isBuiltIn @returns {VariantDocument} */
export function draftFrom(base, hash, isBuiltIn) {
  if (!isBuiltIn) return { ...base, version: Number(base.version ?? 0) + 1, derived_from: hash };
  const id = `house-${base.id}`.slice(0, LONGEST_ID);
  const { english, traditional_chinese: chinese } = /** @type {{ english: string, traditional_chinese?: string }} */ (base.name);
  // A name in jyutping would be that of the base.
  const name = { english: `${english}, house rules`, ...(chinese ? { traditional_chinese: `${chinese}（自家規則）` } : {}) };
  return { ...base, id, version: 1, name, derived_from: hash };
}
