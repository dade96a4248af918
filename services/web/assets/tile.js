// @ts-check
/**
 * Tiles in the notation of the API: `1m`–`9m` characters, `1p`–`9p` dots, `1s`–`9s` bamboos, winds `E S W N`, dragons `C F P`, flowers
 * `1f`–`4f`, seasons `1q`–`4q`. A tile is a string of that notation, here and everywhere.
 */

/** @typedef {string} Tile */

const RANKS = "123456789";
const WINDS = ["E", "S", "W", "N"];
const DRAGONS = ["C", "F", "P"];

/** @param {string} ranks @param {string} suit */
const suited = (ranks, suit) => [...ranks].map((rank) => rank + suit);

/** The rows of the picker. @type {ReadonlyArray<ReadonlyArray<Tile>>} */
export const PICKER_ROWS = [
  suited(RANKS, "m"),
  suited(RANKS, "p"),
  suited(RANKS, "s"),
  [...WINDS, ...DRAGONS],
  [...suited("1234", "f"), ...suited("1234", "q")],
];

/** Every tile, in order. @type {ReadonlyArray<Tile>} */
export const TILES = PICKER_ROWS.flat();

/** @param {Tile} tile */
export const isBonus = (tile) => /^[1-4][fq]$/.test(tile);

/** How many copies of a tile there are. @param {Tile} tile */
export const copies = (tile) => (isBonus(tile) ? 1 : 4);

/** @param {Tile[]} tiles */
export const sorted = (tiles) => [...tiles].sort((one, other) => TILES.indexOf(one) - TILES.indexOf(other));

/** The chow that begins with a tile, if one does. @param {Tile} tile @returns {Tile[] | null} */
export function chowFrom(tile) {
  const rank = Number(tile[0]);
  const suit = tile[1] ?? "";
  return "mps".includes(suit) && suit !== "" && rank <= 7 ? [0, 1, 2].map((step) => `${rank + step}${suit}`) : null;
}

/** Unicode's tiles begin at U+1F000, in another order. */
const UNICODE = [
  ...WINDS,
  ...DRAGONS,
  ...suited(RANKS, "m"),
  ...suited(RANKS, "s"),
  ...suited(RANKS, "p"),
  "1f",
  "2f",
  "4f",
  "3f",
  ...suited("1234", "q"),
];

/** Reads tiles in notation (`123m 55p E`) or as Unicode tiles. @param {string} text @returns {Tile[] | null} null if something else is in it */
export function parseTiles(text) {
  const tiles = [];
  let ranks = "";
  for (const letter of text) {
    const unicode = UNICODE[(letter.codePointAt(0) ?? 0) - 0x1f000];
    if (/[\s\ufe0e\ufe0f]/.test(letter)) continue;
    else if (/[1-9]/.test(letter)) ranks += letter;
    else if (ranks === "" && unicode) tiles.push(unicode);
    else if (ranks === "" && TILES.includes(letter)) tiles.push(letter);
    else if (ranks !== "" && [...ranks].every((rank) => TILES.includes(rank + letter))) {
      tiles.push(...suited(ranks, letter));
      ranks = "";
    } else return null;
  }
  return ranks === "" ? tiles : null;
}

/** @param {Tile[]} tiles */
export const notation = (tiles) => tiles.join("");
