// @ts-check
/**
 * Recording what is no hand: it is sent at once, and no number tells whether it is recorded already. Its key outlives a lost answer and a
 * reload, and what somebody else recorded since it was begun is looked at before.
 */
import { Refusal } from "./api.js";
import { readOutcome, readRounds, recordBetweenHands } from "./club_api.js";
import { useRef } from "./htm_preact_standalone.js";
import { keepUnsure, keptUnsure } from "./kept_draft.js";
import { randomKey } from "./random_key.js";
import { linesOf } from "./use_last_hand.js";
import { saysTheSame } from "./variant_document.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./club_api.js").BetweenHands} BetweenHands */
/** @typedef {import("./kept_draft.js").Unsure} Unsure */

/** How often it is sent again because somebody else recorded something else meanwhile. */
const MOST_TRIES = 5;

/** @param {Schemas["Rounds"]} rounds the ids of its penalties */
const penaltiesOf = (rounds) => linesOf(rounds).flatMap(({ id, result }) => (result === "penalty" ? [id] : []));

/** @param {Schemas["Rounds"]} rounds @returns {Unsure} */
const begunAt = (rounds) => ({ version: rounds.version, seen: penaltiesOf(rounds), content: "", key: "" });

/** The same penalty, if one was recorded since; of a second substitution the server says that it is none. @param {string} path @param {BetweenHands} between @param {string[]} ids */
async function sameOf(path, { reason, ...stated }, ids) {
  for (const id of stated.kind === "penalty" ? ids : []) {
    const recorded = await readOutcome(path, id);
    if (saysTheSame(recorded.outcome, stated)) return recorded;
  }
  return null;
}

/** @param {string} path of the match @param {Schemas["Rounds"]} rounds as the page shows them */
export function useBetweenHands(path, rounds) {
  const unsure = useRef(keptUnsure(path));
  /** @param {Unsure | null} next */
  const keep = (next) => {
    unsure.current = next;
    keepUnsure(path, next);
  };
  return {
    /** What is stated from now on is another one, also if it is the same once more. */
    begin: () => keep(begunAt(rounds)),
    forget: () => keep(null),
    /**
     * Records it. Answers the same penalty that somebody else recorded since this one was begun, if there is one: then nothing is recorded.
     * @param {BetweenHands} between @param {boolean} isAnother whether the table said that it is another one than all that are recorded
     */
    send: async (between, isAnother) => {
      const content = JSON.stringify(between);
      const before = unsure.current ?? begunAt(rounds);
      const key = before.content === content ? before.key : randomKey();
      let { version, seen } = isAnother ? begunAt(await readRounds(path)) : before;
      for (let tries = 1; ; tries += 1) {
        keep({ version, seen, content, key });
        try {
          await recordBetweenHands(path, between, key, version);
          keep(null);
          return null;
        } catch (error) {
          const isStale = error instanceof Refusal && error.problem.code === "match_stale";
          if (!isStale || tries === MOST_TRIES) throw error;
        }
        const now = await readRounds(path);
        const known = seen;
        const same = await sameOf(path, between, penaltiesOf(now).filter((id) => !known.includes(id)));
        if (same !== null) return same;
        ({ version, seen } = begunAt(now));
      }
    },
  };
}
