// @ts-check
/** Numbers as people type them. Every field for a number reads them here, and every form makes its values here: what a field holds is never read as nothing. */

/** What a field takes: from `least` to `most`, in steps of `step`, which is 1 unless something else is said. @typedef {{ least?: number, most?: number, step?: number }} Limits */
/** Why a text is not taken. @typedef {"unreadable" | "out_of_range" | "between_steps"} Fault */

/** Points that somebody pays, and everything else that is counted. @type {Limits} */
export const COUNT = { least: 0, most: 1_000_000 };
/** Points that are gained or paid, in halves. @type {Limits} */
export const SIGNED_POINTS = { least: -1_000_000, most: 1_000_000, step: 0.5 };

const MINUS = /[\u2010-\u2013\u2212\ufe63]/g;
const PLUS = /\ufe62/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_FROM = 0xfee0;
/** Larger ones are no whole numbers any more. */
const MOST_DIGITS = 15;
const NUMBER = new RegExp(`^[+-]?\\d{1,${MOST_DIGITS}}(\\.\\d*)?$`);
/** As 0.1 + 0.2 is not 0.3: how far from a step a number may be that has no more digits than the step. */
const ROUNDING = 1e-6;

/** The same in the letters of ASCII: digits and signs of full width, and the minus signs of Unicode. @param {string} typed */
const plain = (typed) =>
  typed
    .replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_FROM))
    .replace(MINUS, "-")
    .replace(PLUS, "+")
    .trim();

/** The number that a text says; null if it says none. @param {string} typed */
export function readNumber(typed) {
  const written = plain(typed);
  // Nobody writes −0.
  return NUMBER.test(written) ? Number(written) + 0 : null;
}

/** How many digits a number has after its point, but for zeros at the end. @param {string} written */
const decimals = (written) => (written.split(".")[1] ?? "").replace(/0+$/, "").length;

/** Whether nothing is typed. @param {string} typed */
export const isBlank = (typed) => typed.trim() === "";

/** Why a field does not take what is typed; null if it does, and if nothing is typed. @param {string} typed @param {Limits} limits @returns {Fault | null} */
export function faultOf(typed, { least = -Infinity, most = Infinity, step = 1 }) {
  if (isBlank(typed)) return null;
  const number = readNumber(typed);
  if (number === null) return "unreadable";
  if (number < least || number > most) return "out_of_range";
  const steps = number / step;
  const isBetween = Math.abs(steps - Math.round(steps)) > ROUNDING || decimals(plain(typed)) > decimals(String(step));
  return isBetween ? "between_steps" : null;
}

/** What a field with these limits takes: a number, `undefined` if nothing is typed, and null if something is that it does not take. @param {string} typed @param {Limits} limits */
export const takenNumber = (typed, limits) => (isBlank(typed) ? undefined : faultOf(typed, limits) === null ? readNumber(typed) : null);

/**
 * What a request says for a field: a number, and nothing if nothing is typed. What is no number stands there as it is typed, so that the server
 * refuses it: a field that is not on the page any more keeps nobody from sending.
 * @param {string} typed @returns {number | undefined}
 */
export const sentNumber = (typed) => (isBlank(typed) ? undefined : (readNumber(typed) ?? /** @type {any} */ (typed)));
