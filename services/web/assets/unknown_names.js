// @ts-check
/** The names in a file that the club does not know. */

/** @typedef {import("./api.js").Schemas["SheetIssue"]} Doubt */
/** `line`: where it is first; `matches`: in how many it sits down; `known`: a player whose name looks the same. @typedef {{ name: string, line: number, matches: number, known?: string }} UnknownName */

/**
 * Gathers the unknown names, in the order of their lines, and leaves the other doubts.
 * @param {ReadonlyArray<Doubt>} doubts by line @returns {{ names: UnknownName[], others: Doubt[] }}
 */
export function gatherUnknownNames(doubts) {
  const names = /** @type {Map<string, UnknownName>} */ (new Map());
  const others = doubts.filter((doubt) => {
    if (doubt.unknown_name === undefined) return true;
    const { alike: known } = doubt.unknown_name;
    const name = doubt.unknown_name.name.normalize("NFC");
    const before = names.get(name) ?? { name, line: doubt.line, matches: 0, known };
    names.set(name, { ...before, matches: before.matches + 1 });
    return false;
  });
  return { names: [...names.values()], others };
}
