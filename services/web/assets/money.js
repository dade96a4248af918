// @ts-check
/** Money as people write it. */
import { currentLanguage } from "./language.js";

/** Where no money is played for, the API names no currency (ISO 4217). */
export const NO_CURRENCY = "XXX";

/** @param {string} currency */
const format = (currency) => new Intl.NumberFormat(currentLanguage(), { style: "currency", currency, currencyDisplay: "narrowSymbol" });

/** @param {number} cents in minor units of the currency @param {string} currency its ISO 4217 code */
export function money(cents, currency) {
  const written = format(currency);
  return written.format(cents / 10 ** (written.resolvedOptions().maximumFractionDigits ?? 2));
}
