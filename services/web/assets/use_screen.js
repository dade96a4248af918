// @ts-check
/** What the screen of the hall shows, read again and again, one read after another. */
import { readScreen } from "./club_api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {{ screen: Schemas["Screen"] | null, since: Date, error: unknown }} Shown `error`: of the last read; `null` if what is shown is current */

/** A read that takes longer than this is given up: what is shown would be stale without saying so. */
const PATIENCE_MS = 7_000;

/** @param {string} club its path in the API @param {number} everyMs how long it waits between two reads @returns {Shown} */
export function useScreen(club, everyMs) {
  const [shown, setShown] = useState(/** @type {Shown} */ ({ screen: null, since: new Date(), error: null }));
  useEffect(() => {
    let isStopped = false;
    const readOn = async () => {
      while (!isStopped) {
        try {
          const screen = await inTime(readScreen(club));
          setShown({ screen, since: new Date(), error: null });
        } catch (error) {
          setShown((before) => ({ ...before, error }));
        }
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    };
    readOn();
    return () => {
      isStopped = true;
    };
  }, [club]);
  return shown;
}

/** @template Value @param {Promise<Value>} promise @returns {Promise<Value>} */
function inTime(promise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
