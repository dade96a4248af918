// @ts-check
/**
 * What was recorded in a match and is not known to be at the server yet. It is kept in this browser before it is sent, each outcome with its
 * number and its idempotency key, and sent in order: a lost answer, a reload and a second page change nothing about it.
 */
import { Refusal } from "./api.js";
import { randomKey } from "./random_key.js";
import { write } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {{ number: number, key: string, outcome: Schemas["Outcome"], refusal?: Schemas["Problem"] }} Item */

/** @param {string} match its path */
const place = (match) => `faan-outbox:${match}`;

/** What waits, in the order it was played. @param {string} match @returns {Item[]} */
export function waiting(match) {
  try {
    return JSON.parse(localStorage.getItem(place(match)) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} match @param {Item[]} items */
function keep(match, items) {
  if (items.length === 0) localStorage.removeItem(place(match));
  else localStorage.setItem(place(match), JSON.stringify(items));
}

/** Keeps an outcome that was played now. Fails where the browser keeps nothing. @param {string} match @param {number} number @param {Schemas["Outcome"]} outcome */
export function add(match, number, outcome) {
  const items = waiting(match);
  const after = (items.at(-1)?.number ?? 0) + 1;
  keep(match, [...items, { number: Math.max(number, after), outcome, key: randomKey() }]);
}

/** Drops what waits, because the people at the table decided so. @param {string} match @param {string} key */
export function drop(match, key) {
  keep(match, waiting(match).filter((item) => item.key !== key));
}

/** Has what waits recorded under another number, and what waits behind it under the next ones. @param {string} match @param {string} key @param {number} number */
export function renumber(match, key, number) {
  /** @param {Item} item @param {number} step @returns {Item} */
  const renumbered = ({ outcome }, step) => ({ outcome, number: number + step, key: randomKey() });
  const items = waiting(match);
  const from = items.findIndex((item) => item.key === key);
  keep(match, [...items.slice(0, from), ...items.slice(from).map(renumbered)]);
}

/** Whether the server would say the same again, however often it is asked. @param {Schemas["Problem"]} problem */
const isFinal = ({ status }) => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/**
 * Sends what waits, in order. Stops at the first that is refused: it stays, with the refusal, until somebody decides. Pages of one browser
 * take turns. @param {string} match @param {(number: number) => void} onSent is told each number that the server has now
 * @returns {Promise<void>} an error if the server cannot be reached
 */
export async function flush(match, onSent) {
  const all = async () => {
    for (let [item] = waiting(match); item !== undefined && item.refusal === undefined; [item] = waiting(match)) {
      const { key, number, outcome } = item;
      try {
        await write(`${match}/hands`, { number, outcome }, key);
        drop(match, key);
        onSent(number);
      } catch (error) {
        if (!(error instanceof Refusal && isFinal(error.problem))) throw error;
        const { problem } = error;
        keep(match, waiting(match).map((other) => (other.key === key ? { ...other, refusal: problem } : other)));
      }
    }
  };
  await (navigator.locks ? navigator.locks.request(place(match), all) : all());
}
