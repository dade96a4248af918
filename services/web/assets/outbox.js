// @ts-check
/**
 * What was recorded in a match and is not known to be at the server yet. It is kept in this browser before it is sent, each outcome with its
 * number, its idempotency key and who recorded it, and sent in order; what is no hand, with the number of the hand before which it happened: a lost answer, a reload and a second page change nothing about it.
 * What was recorded with a link is sent with that link from whatever page of this browser is open; its key is kept as long as the outcome waits.
 * Each item has an entry of its own, so that two pages never write the same one.
 */
import { Refusal } from "./api.js";
import { sendBetweenHands } from "./between_hands.js";
import { isBetween, readOutcome, readRounds, recordTotals } from "./club_api.js";
import { linkIn } from "./link_in.js";
import { randomKey } from "./random_key.js";
import { scorer, write } from "./session.js";
import { saysTheSame } from "./variant_document.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/**
 * What of a refusal is kept. `outcome`, `players`: what is recorded there already, and who sat at the table then; `id`: of what is no hand and says the
 * same.
 * @typedef {Pick<Schemas["Problem"], "code" | "detail" | "status" | "title" | "type"> & { outcome?: Schemas["Outcome"], players?: string[], id?: string }} KeptRefusal
 */
/**
 * `players`: who sat at the table when it was played; what an earlier release kept has none. `link`: the key of the link by which it was recorded. Of what is
 * no hand, `begun` is how the match was when it was begun, and `turn` its place among all that waited. `isUnsure`: it was sent, and no answer came.
 * @typedef {{
 *   number: number, key: string, outcome: Schemas["Outcome"], players?: string[], begun?: import("./between_hands.js").Begun, turn?: number, isUnsure?: boolean, scorer: string,
 *   link?: string, refusal?: KeptRefusal,
 * }} Item
 */

const KEPT = "faan-outbox:";
/** A request that gets no answer in this time is given up, and sent again later. Its key makes that safe. */
const PATIENCE_MS = 15_000;
/** What is said of whoever asks, of the moment or of something on the way, and not of the outcome: the same request may go through later. */
const PASSING_STATUSES = [401, 403, 404, 408, 429];
const PASSING_CODES = ["match_changed", "match_stale", "internal"];
/** What the page itself says of what is no hand. It is no code of the server. */
const SAME = "recorded_by_others";

/** Whether this page was opened to look on: then nothing is recorded in its name. */
const looksOn = () => linkIn()?.use === "look";

/** Who records on this page. */
const by = () => ({ scorer: scorer(), link: linkIn()?.key });

/** @param {string} match its path @param {string} key */
const place = (match, key) => `${KEPT}${match}:${key}`;

/** Whether something that was kept is what this release keeps. What is not stays where it is. @param {any} item @returns {item is Item} */
const isItem = (item) => Number.isInteger(item?.number) && typeof item.key === "string" && typeof item.outcome?.kind === "string";

/** @param {string} entry @returns {Item[]} */
function itemOf(entry) {
  try {
    const item = JSON.parse(localStorage.getItem(entry) ?? "null");
    return isItem(item) ? [item] : [];
  } catch {
    return [];
  }
}

/** What is no hand comes before the hand whose number it has. @param {Item} one @param {Item} other */
const inOrder = (one, other) => one.number - other.number || Number(isBetween(other.outcome)) - Number(isBetween(one.outcome)) || (one.turn ?? 0) - (other.turn ?? 0);

/** What waits, in the order it was played. @param {string} match @returns {Item[]} */
export function waiting(match) {
  try {
    const entries = Object.keys(localStorage).filter((entry) => entry.startsWith(place(match, "")));
    return entries.flatMap(itemOf).sort(inOrder);
  } catch {
    return [];
  }
}

/** The number of the hand after those that wait; 1 if none does. @param {Item[]} items */
export const numberAfter = (items) => (items.filter(({ outcome }) => !isBetween(outcome)).at(-1)?.number ?? 0) + 1;

/** The matches in which something waits, by their paths, and how much. @returns {Map<string, number>} */
export function waitingMatches() {
  const counts = new Map();
  try {
    for (const entry of Object.keys(localStorage)) {
      const match = entry.startsWith(KEPT) ? entry.slice(KEPT.length, entry.lastIndexOf(":")) : "";
      if (match !== "" && itemOf(entry).length > 0) counts.set(match, (counts.get(match) ?? 0) + 1);
    }
  } catch {
    // A browser that keeps nothing has nothing that waits.
  }
  return counts;
}

/** @param {string} match @param {Item} item */
const keep = (match, item) => localStorage.setItem(place(match, item.key), JSON.stringify(item));

/**
 * Keeps an outcome that was played now. Fails where the browser keeps nothing.
 * @param {string} match @param {number} number @param {Schemas["Outcome"]} outcome @param {string[]} players who sit at the table, chair 1 first
 * @param {import("./between_hands.js").Begun} [begun] of what is no hand @returns {Item}
 */
export function add(match, number, outcome, players, begun) {
  const items = waiting(match);
  const turn = Math.max(0, ...items.map((one) => one.turn ?? 0)) + 1;
  const item = { number: Math.max(number, numberAfter(items)), outcome, players, begun, turn, key: randomKey(), ...by() };
  keep(match, item);
  return item;
}

/** @param {string} match @param {string} key */
const drop = (match, key) => localStorage.removeItem(place(match, key));

/** One after another, over all pages of this browser. @template Done @param {string} match @param {() => Promise<Done>} step @returns {Promise<Done>} */
const inTurn = (match, step) => (navigator.locks ? /** @type {Promise<any>} */ (navigator.locks.request(place(match, "sending"), step)) : step());

/** Whether an item may be at the server: only sending it again tells. @param {Item} item */
const mayBeThere = ({ isUnsure, refusal }) => isUnsure === true && refusal === undefined;

/** The same of what waits. @param {string} match @param {string} key */
export const isUnsure = (match, key) => waiting(match).some((one) => one.key === key && mayBeThere(one));

/** Takes back what waits, unless it was sent meanwhile, or may have been. Returns whether it did. @param {string} match @param {string} key */
export const takeBack = (match, key) =>
  inTurn(match, async () => {
    const items = waiting(match);
    const item = items.find((one) => one.key === key);
    if (item === undefined || mayBeThere(item)) return false;
    drop(match, key);
    // What happened after a hand that is gone happened before the one that is played instead.
    const isLastHand = !isBetween(item.outcome) && numberAfter(items) === item.number + 1;
    for (const after of isLastHand ? items.slice(items.indexOf(item) + 1) : []) keep(match, { ...after, number: item.number });
    return true;
  });

/** An item without what the server said of it. Whoever decided about it answers for it from now on. @param {Item} item @returns {Item} */
const undecided = ({ refusal, ...item }) => ({ ...item, ...(looksOn() ? {} : by()) });

/** An item as another request, which was never sent. @param {Item} item @returns {Item} */
const anew = ({ isUnsure, ...item }) => item;

/** Has what waits recorded although somebody else recorded the same: the table said that it is another one. @param {string} match @param {string} key */
export function recordAsWell(match, key) {
  const item = waiting(match).find((one) => one.key === key);
  if (item) keep(match, { ...seenBefore(undecided(item), item.refusal?.id ?? ""), key });
}

/** Of a match of which nothing was read. The server never has that version. @type {import("./between_hands.js").Begun} */
const NEVER_SEEN = { version: 0, seen: [] };

/** The same item, if something was there before it. @param {Item} item @param {string} id @returns {Item} */
const seenBefore = ({ begun = NEVER_SEEN, ...item }, id) => ({ ...item, begun: { ...begun, seen: [...begun.seen, id] } });

/** Has what waits sent again as it is. @param {string} match @param {string} key */
export function tryAgain(match, key) {
  const item = waiting(match).find((one) => one.key === key);
  if (item) keep(match, { ...undecided(item), key });
}

/**
 * Drops what waits, because the people at the table decided so. What waits behind it moves up, unless another hand has its number.
 * @param {string} match @param {string} key
 */
export function dropMine(match, key) {
  const items = waiting(match);
  const at = items.findIndex((item) => item.key === key);
  const item = items[at];
  const next = items[at + 1];
  if (item && next && !isBetween(item.outcome) && item.refusal?.code !== "hand_number_taken") changeFrom(match, next.key, (item) => ({ ...item, number: item.number - 1 }));
  drop(match, key);
}

/** Drops all that somebody recorded in a match in which nothing more is recorded. @param {string} match @param {string | undefined} by */
export function dropOf(match, by) {
  for (const item of waiting(match)) {
    if (item.scorer === by) drop(match, item.key);
  }
}

/**
 * Has something else recorded instead of what waits. What was of the same kind stays begun when it was.
 * @param {string} match @param {string} key @param {Schemas["Outcome"]} outcome @param {import("./between_hands.js").Begun} [begun] of another kind that is no hand
 */
export function restate(match, key, outcome, begun) {
  const item = waiting(match).find((one) => one.key === key);
  if (!item) return;
  keep(match, { ...anew(undecided(item)), outcome, begun: item.outcome.kind === outcome.kind ? item.begun : begun, key: randomKey() });
  drop(match, key);
}

/** Changes what waits from one item on; each of them becomes another request. @param {string} match @param {string} key @param {(item: Item) => Item} change */
function changeFrom(match, key, change) {
  const items = waiting(match);
  const from = items.findIndex((item) => item.key === key);
  if (from === -1) return;
  for (const item of items.slice(from)) {
    keep(match, { ...change(anew(undecided(item))), key: randomKey() });
    drop(match, item.key);
  }
}

/** Has what waits recorded under another number, and what waits behind it under the next ones. @param {string} match @param {string} key @param {number} number */
export function renumber(match, key, number) {
  let next = number;
  changeFrom(match, key, (item) => ({ ...item, number: isBetween(item.outcome) ? next : next++ }));
}

/** Has what waits, and what waits behind it, recorded for other players. @param {string} match @param {string} key @param {string[]} players */
export const creditTo = (match, key, players) => changeFrom(match, key, (item) => ({ ...item, players }));

/** Whether the server would say the same of this outcome again. @param {Schemas["Problem"]} problem */
export const isFinal = ({ status, code }) => status >= 400 && status < 500 && !PASSING_STATUSES.includes(status) && !PASSING_CODES.includes(code);

/**
 * Whether whoever sends may not record, or no more: that does not pass by itself. A session that is over does, when they sign in again; a link that is over does not.
 * @param {Schemas["Problem"]} problem @param {string | undefined} link
 */
const isOfSender = ({ status, code }, link) => code === "forbidden" || (link !== undefined && status === 401 && code !== "internal");

/** Whether the server says no, and will. @param {unknown} error @param {string | undefined} link @returns {error is Refusal} */
const isRefused = (error, link) => error instanceof Refusal && (isFinal(error.problem) || isOfSender(error.problem, link));

/** @param {Schemas["Problem"]} problem @returns {KeptRefusal} */
const kept = ({ code, detail, status, title, type, hand }) => ({
  code,
  detail,
  status,
  title,
  type,
  outcome: hand?.outcome,
  players: hand?.payments.map(({ player }) => player),
});

/** Whether something waits that somebody else recorded in this browser, with an account. @param {Item} item */
export const isOfAnother = (item) => item.link === undefined && item.scorer !== undefined && item.scorer !== scorer();

/** Whether something can be sent from this page, and nobody has to decide about it. @param {Item} item */
const isReady = (item) => item.refusal === undefined && !isOfAnother(item) && (item.link !== undefined || !looksOn());

/**
 * Sends what waits, in order. Stops at the first that is refused, and at what somebody else recorded here: it stays until somebody decides.
 * Pages of one browser take turns. @param {string} match @param {(number: number) => void} onSent is told the number of each hand that the server has now
 * @returns {Promise<void>} an error if the server cannot be reached
 */
export async function flush(match, onSent) {
  const all = async () => {
    for (let [item] = waiting(match); item !== undefined && isReady(item); [item] = waiting(match)) {
      await sendOne(match, item);
      if (!isBetween(item.outcome) && waiting(match)[0]?.key !== item.key) onSent(item.number);
    }
  };
  await inTurn(match, all);
}

/** Whether the hand that took the number of an item says the same, of the same players: then the two are one. @param {Item} item @param {Schemas["Problem"]} problem */
function isThereAlready({ outcome, players }, { code, hand }) {
  if (code !== "hand_number_taken" || !hand) return false;
  return saysTheSame(statedOf(hand), outcome) && isOfPlayers(hand, players);
}

/** The ids of what this page sent, by its keys: only with its id a hand is known again that somebody else may have replaced. @type {Map<string, string>} */
const sentIds = new Map();

/** What an outcome that waited is at the server; undefined if another page has sent it. @param {string} key */
export const sentId = (key) => sentIds.get(key);

/** What was stated, as it was sent. @param {Pick<Schemas["RecordedOutcome"], "outcome" | "reason">} recorded @returns {Schemas["Outcome"]} */
export const statedOf = ({ outcome, reason }) => (reason === undefined ? outcome : /** @type {Schemas["Outcome"]} */ ({ ...outcome, reason }));

/** Notes that an item goes out, which it does not without a network. A browser that has no room for the note sends it all the same. @param {string} match @param {Item} item */
function noteSent(match, item) {
  try {
    if (navigator.onLine) keep(match, { ...item, isUnsure: true });
  } catch {
    // Then it is taken back as what never went out.
  }
}

/** @param {string} match @param {Item} item */
async function sendOne(match, item) {
  const { key, outcome, link } = item;
  noteSent(match, item);
  try {
    const sent = isBetween(outcome) ? await sendBetween(match, item, outcome) : { recorded: await sendHand(match, item) };
    if ("recorded" in sent) done(match, key, sent.recorded);
    else keep(match, { ...item, refusal: "same" in sent ? sameRefusal(sent.same) : OTHERS_SIT_THERE });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.problem.status < 500) keep(match, item);
    if (!isRefused(error, link)) throw error;
    if (isThereAlready(item, error.problem) || (await isInEnded(match, item, error.problem))) drop(match, key);
    else keep(match, { ...item, refusal: kept(error.problem) });
  }
}

/** It is at the server, and what waits behind it cannot be the same. @param {string} match @param {string} key @param {Schemas["RecordedOutcome"]} recorded */
function done(match, key, { id }) {
  sentIds.set(key, id);
  drop(match, key);
  for (const item of waiting(match)) if (isBetween(item.outcome)) keep(match, seenBefore(item, id));
}

/** @param {string} match @param {Item} item @returns {Promise<Schemas["RecordedOutcome"]>} */
async function sendHand(match, { key, number, outcome, players, link }) {
  const recorded = await write(`${match}/hands`, { number, outcome, players }, key, {}, AbortSignal.timeout(PATIENCE_MS), link);
  // A page of something on the way, as a hotel has it, is no answer of the server.
  if (recorded?.number !== number) throw new TypeError("the answer is not that of the server");
  return recorded;
}

/** @param {string} match @param {Item} item @param {import("./club_api.js").BetweenHands} outcome @returns {Promise<import("./between_hands.js").Sent>} */
async function sendBetween(match, { key, players, begun = NEVER_SEEN, link }, outcome) {
  const sender = { link };
  const seen = [...begun.seen, ...sentIds.values()];
  const { kind, ...totals } = outcome;
  const sent = "chair_points" in totals ? { recorded: await recordTotals(match, { ...totals, players }, key, sender) } : await sendBetweenHands(match, outcome, key, { ...begun, seen }, { players, sender });
  if ("recorded" in sent && sent.recorded?.outcome?.kind !== kind) throw new TypeError("the answer is not that of the server");
  return sent;
}

/**
 * Whether a match in which nothing more is recorded has the same, of the same players: somebody else recorded it, or the answer to it was lost, and a link
 * ends with its match.
 * @param {string} match @param {Item} item @param {Schemas["Problem"]} problem
 */
async function isInEnded(match, item, { code }) {
  if (code !== "match_over" && code !== "forbidden") return false;
  const { outcome, players, link } = item;
  const { reason, ...stated } = outcome;
  try {
    const { rounds } = await readRounds(match, { link });
    for (const { id } of rounds.flatMap(({ hands }) => hands).filter((line) => mayBe(line, item))) {
      const recorded = await readOutcome(match, id, { link });
      if (saysTheSame(recorded.outcome, stated) && isOfPlayers(recorded, players)) return true;
    }
    return false;
  } catch (error) {
    // What cannot be looked for now is looked for when it is sent again.
    if (!isRefused(error, link)) throw error;
    return false;
  }
}

/**
 * Whether a row of the sheet can be an item. A match has a number once, and totals once; of what it may have twice, only what was sent can be there.
 * @param {Schemas["Rounds"]["rounds"][number]["hands"][number]} line @param {Item} item
 */
function mayBe(line, { number, outcome, begun = NEVER_SEEN, isUnsure }) {
  if (!isBetween(outcome)) return line.number === number;
  return line.result === outcome.kind && (outcome.kind === "totals" || (isUnsure === true && !begun.seen.includes(line.id)));
}

/** Whether something was recorded of these players. @param {Schemas["RecordedOutcome"]} recorded @param {string[] | undefined} players */
const isOfPlayers = ({ payments }, players) => players === undefined || saysTheSame(payments.map(({ player }) => player), players);

/** What the page itself finds wrong. @param {string} code @returns {KeptRefusal} */
const found = (code) => ({ code, detail: "", status: 409, title: "", type: `/problems#${code}` });

/** As the server says it of a hand. */
const OTHERS_SIT_THERE = found("players_changed");

/** @param {Schemas["RecordedOutcome"]} recorded @returns {KeptRefusal} */
const sameRefusal = (recorded) => ({ ...found(SAME), id: recorded.id, outcome: statedOf(recorded), players: recorded.payments.map(({ player }) => player) });

/** Whether somebody else recorded the same, which is no hand. @param {Item | undefined} item */
export const isSame = (item) => item?.refusal?.code === SAME;
