// @ts-check
/** A hand in the fragment of an address: whoever opens the link sees the same hand. The fragment is not sent to the server. */
import { NO_TILES, add, canAdd, isReady } from "./hand.js";
import { USUAL, WINDS } from "./score_request.js";
import { isBonus, notation, parseTiles } from "./tile.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./hand.js").MeldKind} MeldKind */
/** @typedef {import("./tile.js").Tile} Tile */
/** @typedef {import("./score_request.js").Circumstances} Circumstances */

/** What each text of the circumstances may be. A link says no more than the page could. */
const CHOICES = {
  seatWind: WINDS,
  roundWind: WINDS,
  fromSeat: WINDS,
  wonBy: ["self_draw", "discard", "robbed_kong", "bonus_tiles"],
  robbedKong: ["exposed_kong", "added_kong", "concealed_kong"],
  replacement: ["", "bonus_tile", "kong", "second_kong"],
  firstTurn: ["", "heaven", "earth", "man"],
};
/** @type {ReadonlyArray<MeldKind>} */
const MELD_KINDS = ["chow", "pung", "exposed_kong", "added_kong", "concealed_kong"];
export const MOST_MINIMUM_FAN = 13;

/** @param {Hand} hand @param {Circumstances} circumstances @param {string | null} variant the id of a built-in one */
export function writeLink(hand, circumstances, variant) {
  const fields = new URLSearchParams();
  if (variant !== null) fields.set("variant", variant);
  fields.set("concealed", notation(hand.concealed));
  if (hand.winningTile !== null) fields.set("winningTile", hand.winningTile);
  for (const { kind, tiles } of hand.melds) fields.append("meld", `${kind}:${notation(tiles)}`);
  if (hand.bonusTiles.length > 0) fields.set("bonusTiles", notation(hand.bonusTiles));
  for (const [name, value] of Object.entries(circumstances)) {
    if (value !== USUAL[/** @type {keyof Circumstances} */ (name)]) fields.set(name, String(value));
  }
  return `#${fields}`;
}

/** Of a link, the tiles for which the hand has no place, and what stands where tiles should and is none. @typedef {{ tiles: Tile[], unreadable: string[] }} LeftOut */

/** Reads a link. What it cannot say is left out, and of the hand that is told. @param {string} fragment @returns {{ hand: Hand, leftOut: LeftOut, circumstances: Circumstances, variant: string | null }} */
export function readLink(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return { ...readHand(fields), circumstances: readCircumstances(fields), variant: fields.get("variant") };
}

/** @param {URLSearchParams} fields @returns {{ hand: Hand, leftOut: LeftOut }} */
function readHand(fields) {
  /** @type {LeftOut} */
  const leftOut = { tiles: [], unreadable: [] };
  let hand = readMelds(fields.getAll("meld"), leftOut);
  const tilesIn = (/** @type {string} */ name) => {
    const said = fields.get(name) ?? "";
    const tiles = parseTiles(said);
    if (tiles === null) leftOut.unreadable.push(said);
    return tiles ?? [];
  };
  for (const tile of tilesIn("concealed")) {
    if (!isBonus(tile) && !isReady(hand) && canAdd(hand, tile, "tile")) hand = { ...hand, concealed: [...hand.concealed, tile] };
    else leftOut.tiles.push(tile);
  }
  for (const tile of tilesIn("bonusTiles")) {
    if (isBonus(tile) && canAdd(hand, tile, "tile")) hand = { ...hand, bonusTiles: [...hand.bonusTiles, tile] };
    else leftOut.tiles.push(tile);
  }
  for (const tile of tilesIn("winningTile")) {
    if (!isBonus(tile) && isReady(hand) && canAdd(hand, tile, "tile")) hand = { ...hand, winningTile: tile };
    else leftOut.tiles.push(tile);
  }
  return { hand, leftOut };
}

/** The melds of a link, in a hand without other tiles. @param {string[]} melds @param {LeftOut} leftOut @returns {Hand} */
function readMelds(melds, leftOut) {
  let hand = NO_TILES;
  for (const meld of melds) {
    const [kind, said] = meld.split(":");
    const known = MELD_KINDS.find((one) => one === kind);
    const tiles = parseTiles(said ?? "");
    const first = tiles?.[0];
    const next = known && first !== undefined && !isBonus(first) ? add(hand, first, known) : hand;
    if (next !== hand) {
      const held = next.melds.at(-1)?.tiles ?? [];
      leftOut.tiles.push(...beyond(tiles ?? [], held));
    } else if (known && tiles) leftOut.tiles.push(...tiles);
    else leftOut.unreadable.push(meld);
    hand = next;
  }
  return hand;
}

/** The tiles of one list that another one lacks, each as often as it does. @param {Tile[]} tiles @param {Tile[]} held */
function beyond(tiles, held) {
  const left = [...held];
  return tiles.filter((tile) => {
    const place = left.indexOf(tile);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** @param {URLSearchParams} fields @returns {Circumstances} */
function readCircumstances(fields) {
  const read = Object.entries(CHOICES).flatMap(([name, choices]) => {
    const value = fields.get(name);
    return value !== null && choices.some((choice) => choice === value) ? [[name, value]] : [];
  });
  const minimum = Number(fields.get("minimumFan") || Number.NaN);
  const isMinimum = Number.isInteger(minimum) && minimum >= 0 && minimum <= MOST_MINIMUM_FAN;
  return {
    ...USUAL,
    ...Object.fromEntries(read),
    lastTile: fields.get("lastTile") === "true",
    minimumFan: isMinimum ? minimum : "",
  };
}
