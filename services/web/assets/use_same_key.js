// @ts-check
/** Idempotency keys of what is sent from a form. */
import { useRef } from "./htm_preact_standalone.js";
import { randomKey } from "./random_key.js";

/** @typedef {{ keyOf: (content: unknown) => string, forget: () => void }} SameKey */

/**
 * The same content is sent with the same key until it is known to be done: a lost answer records nothing twice. `forget` says that it is
 * done, so that the same content means another thing from then on. @returns {SameKey}
 */
export function useSameKey() {
  const last = useRef({ content: "", key: "" });
  return {
    keyOf: (content) => {
      const written = JSON.stringify(content);
      if (last.current.content !== written) last.current = { content: written, key: randomKey() };
      return last.current.key;
    },
    forget: () => {
      last.current = { content: "", key: "" };
    },
  };
}
