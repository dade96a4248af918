// @ts-check
/** The names in a file that the club does not know, out of what the server says of its lines. */

/** @typedef {import("./api.js").Schemas["SheetIssue"]} Doubt */
/** `line`: where it is first; `matches`: in how many it sits down; `known`: a player whose name looks the same. @typedef {{ name: string, line: number, matches: number, known?: string }} UnknownName */

/** What is said of somebody who sits down. Only the sentence has the name; where it is said otherwise, the doubt stays one of a line. */
const UNKNOWN = /^The club has no player “(.+?)”\. Correct the name/su;
const ALIKE = / It differs from the player “(.+)” only in /su;
/** In a sentence, a longer name is cut. */
const MOST_OF_NAME = 60;

/** @param {Doubt} doubt @returns {{ name: string, known: string | undefined } | null} */
function unknownIn({ code, detail }) {
  const name = code === "unknown_player" ? UNKNOWN.exec(detail)?.[1] : undefined;
  if (name === undefined || [...name].length > MOST_OF_NAME) return null;
  return { name: name.normalize("NFC"), known: ALIKE.exec(detail)?.[1] };
}

/**
 * Gathers the unknown names, in the order of their lines, and leaves the other doubts.
 * @param {ReadonlyArray<Doubt>} doubts by line @returns {{ names: UnknownName[], others: Doubt[] }}
 */
export function gatherUnknownNames(doubts) {
  const names = /** @type {Map<string, UnknownName>} */ (new Map());
  const others = doubts.filter((doubt) => {
    const found = unknownIn(doubt);
    if (found === null) return true;
    const { name, known } = found;
    const before = names.get(name) ?? { name, line: doubt.line, matches: 0, known };
    names.set(name, { ...before, matches: before.matches + 1 });
    return false;
  });
  return { names: [...names.values()], others };
}
