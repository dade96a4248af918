// @ts-check
/** Names of patterns in the language of the page. */
import { listPatterns } from "./api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";
import { nameOf } from "./language.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The patterns that the rules of a table add to the catalogue. @typedef {Record<string, { name: Schemas["Name"] }>} HousePatterns */

/**
 * The name of a pattern, by its id. @param {boolean} isDue whether what matters more has been read @param {HousePatterns} house
 * @returns {(id: string) => string}
 */
export function usePatternName(isDue = true, house = {}) {
  const [names, setNames] = useState(/** @type {Map<string, Schemas["Name"]>} */ (new Map()));
  useEffect(() => {
    // Without them the ids are shown.
    if (isDue) listPatterns().then(({ patterns }) => setNames(new Map(patterns.map(({ id, name }) => [id, name]))), () => {});
  }, [isDue]);
  /** @param {string} id */
  return (id) => {
    const name = house[id]?.name ?? names.get(id);
    return name ? nameOf(name) : id;
  };
}
