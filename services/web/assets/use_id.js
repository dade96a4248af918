// @ts-check
/** Ids of elements where a component may stand on a page several times. */
import { useMemo } from "./htm_preact_standalone.js";

let given = 0;

/** An id that no other component has; it stays the same for this one. @param {string} name what it begins with @returns {string} */
export const useId = (name) =>
  useMemo(() => {
    given += 1;
    return `${name}-${given}`;
  }, []);
