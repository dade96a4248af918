// @ts-check
/**
 * Sending what is no hand. No number tells whether it is recorded already: it is meant for the match as it was when it was begun, and if others
 * recorded something since, that is looked at before it is sent for the match as it is.
 */
import { Refusal } from "./api.js";
import { readMatch, readOutcome, readRounds, recordBetweenHands } from "./club_api.js";
import { saysTheSame } from "./variant_document.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./club_api.js").BetweenHands} BetweenHands */
/** @typedef {import("./session.js").Sender} Sender */
/** How the match was: its version, and what was there already that another one could repeat. @typedef {{ version: number, seen: string[] }} Begun */
/** What became of it: recorded; or it is not, since somebody else recorded the same, or since others sit there. @typedef {{ recorded: Schemas["RecordedOutcome"] } | { same: Schemas["RecordedOutcome"] } | { seated: string[] }} Sent */

/** How often it is sent again because somebody else recorded something else meanwhile. */
const MOST_TRIES = 5;

/** What may be there twice, and each time be meant. Of a second substitution the server says that it is none. @type {ReadonlyArray<Schemas["OutcomeKind"]>} */
const REPEATABLE = ["penalty", "side_payment"];

/** @param {Schemas["Rounds"]} rounds @returns {Begun} */
export const begunAt = (rounds) => ({ version: rounds.version, seen: rounds.rounds.flatMap(({ hands }) => hands.filter(({ result }) => REPEATABLE.includes(result)).map(({ id }) => id)) });

/** What says the same, if it was recorded since. @param {string} path @param {BetweenHands} between @param {string[]} ids @param {Sender} sender */
async function sameOf(path, { reason, ...stated }, ids, sender) {
  for (const id of REPEATABLE.includes(stated.kind) ? ids : []) {
    const recorded = await readOutcome(path, id, sender);
    if (saysTheSame(recorded.outcome, stated)) return recorded;
  }
  return null;
}

/**
 * Sends it with a key of its own, under which it is recorded once.
 * @param {string} path of the match @param {BetweenHands} between @param {string} key @param {Begun} begun
 * @param {{ players?: string[], sender?: Sender, onTry?: (begun: Begun) => void }} options `players`: who has to sit there; `onTry` is told for which
 *   match each request is meant
 * @returns {Promise<Sent>}
 */
export async function sendBetweenHands(path, between, key, begun, { players, sender = {}, onTry = () => {} }) {
  let { version, seen } = begun;
  for (let tries = 1; ; tries += 1) {
    onTry({ version, seen });
    try {
      return { recorded: await recordBetweenHands(path, between, key, version, sender) };
    } catch (error) {
      const isStale = error instanceof Refusal && error.problem.code === "match_stale";
      if (!isStale || tries === MOST_TRIES) throw error;
    }
    const [match, rounds] = await Promise.all([readMatch(path, sender), readRounds(path, sender)]);
    const seated = match.seats.map(({ player }) => player.id);
    if (players !== undefined && !saysTheSame(players, seated)) return { seated };
    const known = seen;
    const now = begunAt(rounds);
    const same = await sameOf(path, between, now.seen.filter((id) => !known.includes(id)), sender);
    if (same !== null) return { same };
    // The two reads may be of two versions: who sits there is known of the older one.
    version = Math.min(match.version, now.version);
    ({ seen } = now);
  }
}
