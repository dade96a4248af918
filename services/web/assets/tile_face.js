// @ts-check
/** The face of a tile, as SVG: readable at 28 pixels, in light and in dark. */
import { CharacterPath } from "./drawn_characters.js";
import { html } from "./htm_preact_standalone.js";
import { tileName } from "./language.js";

/** @typedef {import("./tile.js").Tile} Tile */

/** @typedef {import("./drawn_characters.js").DrawnCharacter} DrawnCharacter */

/** @type {DrawnCharacter[]} */
const NUMERALS = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
/** @type {Readonly<Record<string, DrawnCharacter>>} */
const HONOURS = { E: "東", S: "南", W: "西", N: "北", C: "中", F: "發" };
/** @type {DrawnCharacter[]} */
const FLOWERS = ["梅", "蘭", "菊", "竹"];
/** @type {DrawnCharacter[]} */
const SEASONS = ["春", "夏", "秋", "冬"];

/** Where the dots or bamboos of a rank stand, as columns and rows of the face. */
const PLACES = [
  [[15, 20]],
  [[15, 12], [15, 28]],
  [[8, 10], [15, 20], [22, 30]],
  [[9, 12], [21, 12], [9, 28], [21, 28]],
  [[8, 10], [22, 10], [15, 20], [8, 30], [22, 30]],
  [[9, 10], [21, 10], [9, 20], [21, 20], [9, 30], [21, 30]],
  [[7, 8], [15, 12], [23, 16], [9, 24], [21, 24], [9, 32], [21, 32]],
  [[9, 8], [21, 8], [9, 16], [21, 16], [9, 24], [21, 24], [9, 32], [21, 32]],
  [[7, 10], [15, 10], [23, 10], [7, 20], [15, 20], [23, 20], [7, 30], [15, 30], [23, 30]],
];

/** @param {number} rank */
const dots = (rank) =>
  (PLACES[rank - 1] ?? []).map(([x, y], place) => {
    const radius = rank === 1 ? 9 : 4;
    const colour = rank === 1 || (rank % 2 === 1 && place === (rank - 1) / 2) ? "red" : place % 2 === 0 ? "blue" : "green";
    return html`<circle cx=${x} cy=${y} r=${radius} class="mark ${colour}" /><circle cx=${x} cy=${y} r=${radius / 3} class="hole" />`;
  });

/** @param {number} rank */
const bamboos = (rank) =>
  (PLACES[rank - 1] ?? []).map(([x, y], place) => {
    const height = rank === 1 ? 26 : rank <= 3 ? 11 : rank <= 6 ? 8 : 6;
    const colour = rank % 2 === 1 && place === (rank - 1) / 2 ? "red" : "green";
    const width = rank === 1 ? 8 : 4;
    return html`<rect x=${Number(x) - width / 2} y=${Number(y) - height / 2} width=${width} height=${height} rx="2" class="mark ${colour}" />`;
  });

/** A character in the upper or the lower half. @param {DrawnCharacter | undefined} character @param {17 | 35} y @param {string} colour */
const half = (character, y, colour) => character && html`<${CharacterPath} character=${character} x=${15} y=${y} size=${16} colour=${colour} />`;

/** @param {number} rank */
const number = (rank) => html`<text x="15" y="17" class="ink">${rank}</text>`;

/** @param {Tile} tile */
function marks(tile) {
  const rank = Number(tile[0]);
  switch (tile[1] ?? tile) {
    case "m":
      return [half(NUMERALS[rank - 1], 17, "ink"), half("萬", 35, "red")];
    case "p":
      return dots(rank);
    case "s":
      return bamboos(rank);
    case "f":
      return [number(rank), half(FLOWERS[rank - 1], 35, "green")];
    case "q":
      return [number(rank), half(SEASONS[rank - 1], 35, "red")];
    case "P":
      return html`<rect x="7" y="9" width="16" height="22" class="frame" />`;
    default:
      return honour(tile);
  }
}

/** @param {Tile} tile */
function honour(tile) {
  const character = HONOURS[tile];
  const colour = tile === "C" ? "red" : tile === "F" ? "green" : "ink";
  return character && html`<${CharacterPath} character=${character} x=${15} y=${28} size=${22} colour=${colour} />`;
}

/** @param {{ tile: Tile, label?: string }} properties `label`: what a screen reader says, if not the name of the tile */
export const TileFace = ({ tile, label }) => html`
  <svg class="tile" viewBox="0 0 30 40" role="img" aria-label=${label ?? tileName(tile)}>
    <rect x="1" y="1" width="28" height="38" rx="4" class="face" />
    ${marks(tile)}
  </svg>
`;

/** Tiles beside each other. @param {{ tiles: Tile[] }} properties */
export const Tiles = ({ tiles }) =>
  html`<span class="tiles">${tiles.map((tile) => html`<${TileFace} tile=${tile} />`)}</span>`;
