// @ts-check
/** What an outcome would come to, before it is recorded. */
import { isBetween, tryBetweenHands, tryOutcome } from "./club_api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {{ played: Schemas["PlayedOutcome"] } | { error: unknown } | null} Trial */

/** Amounts are typed faster than they need to be tried. */
const PAUSE_MS = 120;

/** @param {string} path @param {number} number @param {Schemas["Outcome"]} outcome */
function attempt(path, number, outcome) {
  // A penalty needs its reason when it is recorded, and not to be worked out.
  if (outcome.kind === "penalty") return tryBetweenHands(path, { ...outcome, reason: outcome.reason ?? outcome.kind });
  if (isBetween(outcome)) return tryBetweenHands(path, outcome);
  return tryOutcome(path, { number, outcome });
}

/** @param {string} path of the match @param {number} number @param {Schemas["Outcome"] | null} outcome @param {boolean} isOff @returns {Trial} */
export function useTrial(path, number, outcome, isOff) {
  const asked = JSON.stringify([path, number, outcome]);
  const [answer, setAnswer] = useState(/** @type {{ asked: string, trial: Trial }} */ ({ asked, trial: null }));
  useEffect(() => {
    setAnswer({ asked, trial: null });
    if (outcome === null || isOff) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      attempt(path, number, outcome)
        .then((played) => ({ played }))
        .catch((error) => ({ error }))
        .then((trial) => isCurrent && setAnswer({ asked, trial }));
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [asked, isOff]);
  // What was asked before is no answer to what is stated now.
  return isOff || answer.asked !== asked ? null : answer.trial;
}
