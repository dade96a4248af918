// @ts-check
/** What a page reads from the server when it opens, and again after a change. */
import { useEffect, useRef, useState } from "./htm_preact_standalone.js";

/**
 * @template Value
 * @param {() => Promise<Value>} load
 * @param {unknown[]} inputs it is read again when one of these changes
 */
export function useLoaded(load, inputs) {
  const [value, setValue] = useState(/** @type {Value | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** Only the answer to the last request is shown. */
  const requests = useRef(0);
  const reload = async () => {
    requests.current += 1;
    const request = requests.current;
    try {
      const loaded = await load();
      if (request !== requests.current) return;
      setValue(loaded);
      setError(null);
    } catch (failed) {
      if (request === requests.current) setError(failed);
    }
  };
  useEffect(() => {
    reload();
    return () => {
      requests.current += 1;
    };
  }, inputs);
  return { value, error, reload };
}
