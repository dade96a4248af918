// @ts-check
/** The changes of a correction while it is stated: a correction of one row is a list of one. */

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["Change"]} Change */
/** What is planned and not sent yet, and why. @typedef {{ changes: Change[], reason: string }} Planned */

/** @type {Planned} */
export const NOTHING_PLANNED = { changes: [], reason: "" };

/**
 * Changes are made one after another. What a hand comes before may be voided, so hands are inserted first; seats are changed last, since all
 * that is stated is stated of those who sat there so far.
 */
const ORDER = /** @type {const} @satisfies {Record<Change["kind"], number>} */ ({ insert: 0, replace: 1, void: 2, reseat: 3 });

/** @param {Extract<Change, { kind: "insert" }>} change */
const hasTotals = ({ outcome }) => outcome.kind === "totals";

/** After totals the match is over: whoever took over from somebody did so before. @param {Change} change */
const turnOf = (change) => ORDER[change.kind] + (change.kind === "insert" && hasTotals(change) ? 0.5 : 0);

/** The most changes of a correction. */
export const MOST_CHANGES = 100;

/** Whether a change says something else of what another one is about: only one of them can be meant. @param {Change} one @param {Change} other */
function isInstead(one, other) {
  if ("outcome_id" in one && "outcome_id" in other) return one.outcome_id === other.outcome_id;
  // Besides totals, nothing is played.
  if (one.kind === "insert" && other.kind === "insert") return [one, other].some(hasTotals) && [one, other].every(({ outcome }) => outcome.kind !== "substitution");
  return one.kind === "reseat" && other.kind === "reseat";
}

/** The changes with one more, as they are sent. Forgotten hands at the same place keep the order in which they were stated. @param {Change[]} changes @param {Change} change */
export function withChange(changes, change) {
  const others = changes.filter((other) => !isInstead(other, change));
  return [...others, change].sort((one, other) => turnOf(one) - turnOf(other));
}

/** What totals take the place of: all rows, but for who took over from whom. @param {Schemas["Rounds"]} rounds */
export const replacedByTotals = ({ rounds }) => rounds.flatMap(({ hands }) => hands).filter(({ result }) => result !== "substitution");

/** Totals instead of all that was recorded. @param {Schemas["Rounds"]} rounds @param {Schemas["Outcome"]} totals @returns {Change[]} */
export function totalsInstead(rounds, totals) {
  return [{ kind: "insert", before: null, outcome: totals }, ...replacedByTotals(rounds).map(({ id }) => ({ kind: /** @type {const} */ ("void"), outcome_id: id }))];
}

/** What is planned about an outcome. @param {Change[]} changes @param {string} id */
export const changeOf = (changes, id) => changes.find((change) => "outcome_id" in change && change.outcome_id === id);

/** @param {Change[]} changes */
export const reseatOf = (changes) => changes.find((change) => change.kind === "reseat");

/** The change that a place in a request is about. @param {Change[]} changes @param {string} pointer */
export function changeAt(changes, pointer) {
  const found = /^\/changes\/(\d+)/.exec(pointer);
  return found === null ? undefined : changes[Number(found[1])];
}

/**
 * Who sits on each chair after changes of the seats. A substitution stays with its chair, or with whom it took over from.
 * @param {Change[]} changes @param {string[]} started who sat there at the start @param {string[]} seated who sits there now
 */
export function seatedAfter(changes, started, seated) {
  const reseat = reseatOf(changes);
  if (reseat === undefined) return seated;
  return reseat.players.map((player, place) => {
    const before = reseat.outcomes === "follow_players" ? started.indexOf(player) : place;
    const now = seated[before];
    return now === undefined || now === started[before] ? player : now;
  });
}
