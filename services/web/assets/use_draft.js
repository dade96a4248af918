// @ts-check
/** What is stated at a table, and of which hand. It is kept until it is recorded, and follows the match. */
import { useEffect, useState } from "./htm_preact_standalone.js";
import { keepDraft, keptDraft } from "./kept_draft.js";
import { NO_DRAFT, isBetweenHands } from "./outcome_draft.js";

/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */

/**
 * Of which hand something is stated: of the one that was played when it began. If somebody else records that hand meanwhile, nothing is lost,
 * and the table decides. If hands are taken back, it is the next one of those that are left.
 * @param {{ number: number, draft: OutcomeDraft }} stated @param {number} number of the hand that is played now
 */
export const handOf = ({ number: begun, draft }, number) => (draft === NO_DRAFT || isBetweenHands(draft.kind) ? number : Math.min(begun, number));

/** @param {string} match its path @param {number} number of the hand that is played now */
export function useDraft(match, number) {
  const [stated, setStated] = useState(() => keptDraft(match) ?? { number, draft: NO_DRAFT });
  const ofHand = handOf(stated, number);
  /** @param {OutcomeDraft} draft @param {number} [of] the number of its hand */
  const setDraft = (draft, of = ofHand) => {
    const next = { number: of, draft };
    keepDraft(match, draft === NO_DRAFT ? null : next);
    setStated(next);
  };
  useEffect(() => {
    // What is stated stays of the hand to which it went back.
    if (stated.draft !== NO_DRAFT && ofHand < stated.number) setDraft(stated.draft);
  }, [number]);
  return { draft: stated.draft, ofHand, setDraft };
}
