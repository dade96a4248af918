// @ts-check
/** The hand that is put together on the page, and the steps that change it. A hand is never changed: each step returns another one. */
import { chowFrom, copies, isBonus } from "./tile.js";

/** @typedef {import("./tile.js").Tile} Tile */
/** @typedef {"chow" | "pung" | "exposed_kong" | "added_kong" | "concealed_kong"} MeldKind */
/** @typedef {{ kind: MeldKind, tiles: Tile[] }} Meld */
/** `typed`: what is typed and not taken over as tiles. @typedef {{ concealed: Tile[], winningTile: Tile | null, melds: Meld[], bonusTiles: Tile[], typed?: string }} Hand */
/** What a tap on a tile adds. @typedef {"tile" | MeldKind} Adding */

/** @type {Hand} */
export const NO_TILES = { concealed: [], winningTile: null, melds: [], bonusTiles: [] };
export const MOST_MELDS = 4;

/** How many concealed tiles the hand has without the winning tile, once it is complete. @param {Hand} hand */
export const concealedTiles = (hand) => 13 - 3 * hand.melds.length;

/** @param {Hand} hand */
export const isReady = (hand) => hand.concealed.length === concealedTiles(hand) && hand.winningTile === null;

/** @param {Hand} hand */
export const isComplete = (hand) => hand.concealed.length === concealedTiles(hand) && hand.winningTile !== null;

/** @param {Hand} hand @returns {Tile[]} */
export const allTiles = (hand) => [
  ...hand.concealed,
  ...(hand.winningTile === null ? [] : [hand.winningTile]),
  ...hand.melds.flatMap((meld) => meld.tiles),
  ...hand.bonusTiles,
];

/** The tiles that a tap on a tile adds, or null if nothing such begins with it. @param {Tile} tile @param {Adding} adding @returns {Tile[] | null} */
export function tilesOf(tile, adding) {
  if (adding === "tile") return [tile];
  if (isBonus(tile)) return null;
  if (adding === "chow") return chowFrom(tile);
  return Array(adding === "pung" ? 3 : 4).fill(tile);
}

/** Whether a tap on a tile can add something. @param {Hand} hand @param {Tile} tile @param {Adding} adding */
export function canAdd(hand, tile, adding) {
  const added = tilesOf(tile, adding);
  if (added === null) return false;
  const all = [...allTiles(hand), ...added];
  if (added.some((one) => all.filter((other) => other === one).length > copies(one))) return false;
  if (isBonus(tile)) return true;
  if (adding === "tile") return hand.winningTile === null && hand.concealed.length <= concealedTiles(hand);
  return hand.melds.length < MOST_MELDS && hand.winningTile === null && hand.concealed.length <= concealedTiles(hand) - 3;
}

/** @param {Hand} hand @param {Tile} tile @param {Adding} adding @returns {Hand} */
export function add(hand, tile, adding) {
  const tiles = tilesOf(tile, adding);
  if (tiles === null || !canAdd(hand, tile, adding)) return hand;
  if (isBonus(tile)) return { ...hand, bonusTiles: [...hand.bonusTiles, tile] };
  if (adding !== "tile") return { ...hand, melds: [...hand.melds, { kind: adding, tiles }] };
  if (isReady(hand)) return { ...hand, winningTile: tile };
  return { ...hand, concealed: [...hand.concealed, tile] };
}

/** The same list without one such tile. @param {Tile[]} tiles @param {Tile} tile */
const without = (tiles, tile) => tiles.filter((_, place) => place !== tiles.indexOf(tile));

/** Takes a concealed tile for the winning tile if there is one, and removes it otherwise. @param {Hand} hand @param {Tile} tile @returns {Hand} */
export function tapConcealed(hand, tile) {
  const rest = without(hand.concealed, tile);
  if (hand.winningTile === null) return { ...hand, concealed: rest };
  return { ...hand, concealed: [...rest, hand.winningTile], winningTile: tile };
}

/** @param {Hand} hand @returns {Hand} */
export const removeWinningTile = (hand) => ({ ...hand, winningTile: null });

/** @param {Hand} hand @param {number} place @returns {Hand} */
export const removeMeld = (hand, place) => ({ ...hand, melds: hand.melds.filter((_, other) => other !== place) });

/** @param {Hand} hand @param {Tile} tile @returns {Hand} */
export const removeBonusTile = (hand, tile) => ({ ...hand, bonusTiles: without(hand.bonusTiles, tile) });

/**
 * Adds tiles one after another. `fifth` are those of which the hand has every copy already, `beyond` those that come after the winning tile.
 * @param {Hand} hand @param {Tile[]} tiles @returns {{ hand: Hand, fifth: Tile[], beyond: Tile[] }}
 */
export function addTiles(hand, tiles) {
  let added = hand;
  const fifth = /** @type {Tile[]} */ ([]);
  const beyond = /** @type {Tile[]} */ ([]);
  for (const tile of tiles) {
    if (canAdd(added, tile, "tile")) added = add(added, tile, "tile");
    else (hasAllCopies(added, tile) ? fifth : beyond).push(tile);
  }
  return { hand: added, fifth, beyond };
}

/** @param {Hand} hand @param {Tile} tile */
const hasAllCopies = (hand, tile) => allTiles(hand).filter((other) => other === tile).length >= copies(tile);

/** The hand with what is typed and not taken over as tiles. @param {Hand} hand @param {string} typed @returns {Hand} */
export function withTyped({ typed: _, ...hand }, typed) {
  return typed.trim() === "" ? hand : { ...hand, typed };
}

/** Whether something of the winner's tiles was said: then they count, and not a number of fan. @param {Hand} hand */
export const isBegun = (hand) => allTiles(hand).length > 0 || hand.typed !== undefined;
