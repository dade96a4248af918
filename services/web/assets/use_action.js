// @ts-check
/** Something that a button starts: whether it is under way, and what went wrong. */
import { useState } from "./htm_preact_standalone.js";

/**
 * Empties a field after what it held was sent, unless something else was typed meanwhile: on a slow network that is the next one.
 * @param {string} sent what it held
 */
export const emptied = (sent) => (/** @type {string} */ now) => (now === sent ? "" : now);

export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** Returns whether it succeeded. @param {() => Promise<unknown>} action */
  const act = async (action) => {
    setBusy(true);
    setError(null);
    try {
      await action();
      return true;
    } catch (failed) {
      setError(failed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, act };
}
