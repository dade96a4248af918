// @ts-check
/**
 * Recording what is no hand: how the match was when it was begun. What is sent at once keeps its key, too, which outlives a lost answer and a
 * reload.
 */
import { begunAt, sendBetweenHands } from "./between_hands.js";
import { readRounds } from "./club_api.js";
import { useRef } from "./htm_preact_standalone.js";
import { keepUnsure, keptUnsure } from "./kept_draft.js";
import { randomKey } from "./random_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./club_api.js").BetweenHands} BetweenHands */
/** @typedef {import("./kept_draft.js").Unsure} Unsure */

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
    begin: () => keep({ ...begunAt(rounds), content: "", key: "" }),
    forget: () => keep(null),
    /** How the match was when it was begun. @returns {import("./between_hands.js").Begun} */
    begun: () => {
      const { version, seen } = unsure.current ?? begunAt(rounds);
      return { version, seen };
    },
    /**
     * Records it. Answers the same one that somebody else recorded since this one was begun, if there is one: then nothing is recorded.
     * @param {BetweenHands} between @param {boolean} isAnother whether the table said that it is another one than all that are recorded
     */
    send: async (between, isAnother) => {
      const content = JSON.stringify(between);
      const before = unsure.current ?? { ...begunAt(rounds), content: "", key: "" };
      const key = before.content === content ? before.key : randomKey();
      const begun = isAnother ? begunAt(await readRounds(path)) : before;
      const sent = await sendBetweenHands(path, between, key, begun, { onTry: (tried) => keep({ ...tried, content, key }) });
      if ("same" in sent) return sent.same;
      keep(null);
      return null;
    },
  };
}
