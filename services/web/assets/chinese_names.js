// @ts-check
/** Chinese names for what has none in its sources, by the English name: built-in variants and patterns. Where a source has one, the API has it. */

/** @type {Record<string, string>} */
const CHINESE_NAMES = {
  "Hong Kong, by sections": "香港麻雀（分類計番）",
  "Modern Chinese, flat": "現代中式（唔計番）",
  "Pearl dragon": "珍珠龍",
  "Ruby dragon": "紅寶石龍",
  "Jade dragon": "翡翠龍",
  "Replacement tile": "補牌食糊",
};

/** @param {string} english @returns {string | undefined} */
export const chineseName = (english) => (Object.hasOwn(CHINESE_NAMES, english) ? CHINESE_NAMES[english] : undefined);
