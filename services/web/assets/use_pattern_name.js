// @ts-check
/** Names of patterns in the language of the page. */
import { listPatterns } from "./api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";
import { nameOf } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The name of a pattern, by its id. @returns {(id: string) => string} */
export function usePatternName() {
  const [names, setNames] = useState(/** @type {Map<string, Schemas["Name"]>} */ (new Map()));
  useEffect(() => {
    // Without them the ids are shown.
    listPatterns().then(({ patterns }) => setNames(new Map(patterns.map(({ id, name }) => [id, name]))), () => {});
  }, []);
  /** @param {string} id */
  return (id) => {
    const name = names.get(id);
    return name ? nameOf(name) : id;
  };
}
