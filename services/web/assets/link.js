// @ts-check
/** A hand in the fragment of an address: whoever opens the link sees the same hand. The fragment is not sent to the server. */
import { MOST_MELDS, NO_TILES, add, canAdd, isReady } from "./hand.js";
import { USUAL, WINDS } from "./score_request.js";
import { isBonus, notation, parseTiles } from "./tile.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./hand.js").MeldKind} MeldKind */
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

/** Reads a link. What it cannot say is left out. @param {string} fragment @returns {{ hand: Hand, circumstances: Circumstances, variant: string | null }} */
export function readLink(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return { hand: readHand(fields), circumstances: readCircumstances(fields), variant: fields.get("variant") };
}

/** @param {URLSearchParams} fields */
function readHand(fields) {
  /** @type {Hand} */
  let hand = NO_TILES;
  for (const meld of fields.getAll("meld").slice(0, MOST_MELDS)) {
    const [kind, tiles] = meld.split(":");
    const known = MELD_KINDS.find((one) => one === kind);
    const first = parseTiles(tiles ?? "")?.[0];
    if (known && first !== undefined && !isBonus(first)) hand = add(hand, first, known);
  }
  for (const tile of parseTiles(fields.get("concealed") ?? "") ?? []) {
    if (!isBonus(tile) && !isReady(hand) && canAdd(hand, tile, "tile")) hand = { ...hand, concealed: [...hand.concealed, tile] };
  }
  for (const tile of parseTiles(fields.get("bonusTiles") ?? "") ?? []) {
    if (isBonus(tile) && canAdd(hand, tile, "tile")) hand = { ...hand, bonusTiles: [...hand.bonusTiles, tile] };
  }
  const winning = parseTiles(fields.get("winningTile") ?? "")?.[0];
  if (winning !== undefined && isReady(hand) && canAdd(hand, winning, "tile")) hand = { ...hand, winningTile: winning };
  return hand;
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
