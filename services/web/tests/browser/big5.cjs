"use strict";
// Texts as an old spreadsheet program in Hong Kong writes them. Node only reads Big5.

const LEADS = [0xa1, 0xf9];
const TRAILS = [[0x40, 0x7e], [0xa1, 0xfe]];

/** The bytes of each character that has two. */
function pairs() {
  const decoder = new TextDecoder("big5", { fatal: true });
  const all = new Map();
  for (let lead = LEADS[0]; lead <= LEADS[1]; lead += 1)
    for (const [first, last] of TRAILS)
      for (let trail = first; trail <= last; trail += 1) {
        try {
          const character = decoder.decode(Uint8Array.of(lead, trail));
          if (!all.has(character)) all.set(character, [lead, trail]);
        } catch {
          // Nothing has this place.
        }
      }
  return all;
}

/** A text in Big5. @param {string} text */
function big5(text) {
  const known = pairs();
  const bytesOf = (character) => {
    const bytes = character.codePointAt(0) < 0x80 ? [character.codePointAt(0)] : known.get(character);
    if (bytes === undefined) throw new Error(`${character} is not in Big5`);
    return bytes;
  };
  return Buffer.from([...text].flatMap(bytesOf));
}

module.exports = { big5 };
