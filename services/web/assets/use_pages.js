// @ts-check
/** A list that the server gives in pages: the first page, and the next ones when somebody asks for them. */
import { useEffect, useRef, useState } from "./htm_preact_standalone.js";

/** @template Item @typedef {{ items: Item[], next: string | null | undefined }} Page */

/**
 * @template Item
 * @param {(cursor: string | null) => Promise<Page<Item>>} load
 * @param {unknown[]} inputs it is read again from the first page when one of these changes
 */
export function usePages(load, inputs) {
  const [items, setItems] = useState(/** @type {Item[] | null} */ (null));
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const requests = useRef(0);
  /** @param {string | null} cursor */
  const read = async (cursor) => {
    requests.current += 1;
    const request = requests.current;
    try {
      const page = await load(cursor);
      if (request !== requests.current) return;
      setItems((before) => (cursor === null ? page.items : [...(before ?? []), ...page.items]));
      setNext(page.next ?? null);
      setError(null);
    } catch (failed) {
      if (request === requests.current) setError(failed);
    }
  };
  const reload = () => read(null);
  useEffect(() => {
    reload();
    return () => {
      requests.current += 1;
    };
  }, inputs);
  return { items, error, reload, more: next === null ? null : () => read(next) };
}
