// @ts-check
/** Money as people write it. The API states it in minor units of its currency: what those are is decided here alone. */
import { CURRENCY_DIGITS } from "./currency_digits.js";
import { isChinese } from "./language.js";

/** Where no money is played for, the API names no currency (ISO 4217). */
export const NO_CURRENCY = "XXX";

/** Digits after the point. Browsers differ from ISO 4217, and from each other: some write IDR and HUF without any. @param {string} currency */
const digits = (currency) => CURRENCY_DIGITS[currency] ?? 2;

/** International English, which has a symbol of its own for each dollar. */
const language = () => (isChinese() ? "zh-Hant-HK" : "en-001");

/** @param {number} cents in minor units of the currency @param {string} currency its ISO 4217 code */
export function money(cents, currency) {
  const [minimumFractionDigits, maximumFractionDigits] = [digits(currency), digits(currency)];
  return new Intl.NumberFormat(language(), { style: "currency", currency, minimumFractionDigits, maximumFractionDigits }).format(fromMinorUnits(cents, currency));
}

/** As 0.29 × 100 is not 29: how far from a whole number an amount of whole coins may be, for its size. */
const ROUNDING = 1e-12;

/** What has more digits than the currency stays no whole number, so that the server refuses it. @param {number} amount as somebody types it @param {string} currency */
export function toMinorUnits(amount, currency) {
  const units = amount * 10 ** digits(currency);
  const whole = Math.round(units);
  return Math.abs(units - whole) <= ROUNDING * Math.max(1, Math.abs(units)) ? whole : units;
}

/** @param {number} cents @param {string} currency */
export const fromMinorUnits = (cents, currency) => cents / 10 ** digits(currency);
