// @ts-check
/** What the page asks the server about a hand. */
import { notation } from "./tile.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./hand.js").Hand} Hand */

/**
 * How a hand was won. What does not apply, for example a discarder with a self-draw, is kept and not sent: it is there again when the way
 * of winning is changed back.
 * @typedef {{
 *   seatWind: Schemas["Wind"], roundWind: Schemas["Wind"], wonBy: Schemas["WonBy"], fromSeat: Schemas["Wind"],
 *   robbedKong: Schemas["KongKind"], replacement: "" | Schemas["Replacement"], firstTurn: "" | Schemas["FirstTurn"], lastTile: boolean,
 *   minimumFan: "" | number,
 * }} Circumstances
 */

/** The rules: a built-in variant, or the text of a document. @typedef {{ id: string } | { document: string }} Rules */

/** @type {ReadonlyArray<Schemas["Wind"]>} */
export const WINDS = ["east", "south", "west", "north"];

/** @type {Circumstances} */
export const USUAL = {
  seatWind: "south",
  roundWind: "east",
  wonBy: "discard",
  fromSeat: "east",
  robbedKong: "added_kong",
  replacement: "",
  firstTurn: "",
  lastTile: false,
  minimumFan: "",
};

/** Nobody wins from themselves. @param {Circumstances} circumstances */
export function discarder({ seatWind, fromSeat }) {
  if (fromSeat !== seatWind) return fromSeat;
  return WINDS.find((wind) => wind !== seatWind) ?? "east";
}

/** @param {Hand} hand @returns {Schemas["Hand"]} */
export const handOf = (hand) => ({
  concealed: notation(hand.concealed),
  melds: hand.melds.map(({ kind, tiles }) => ({ kind, tiles: notation(tiles) })),
  bonus_tiles: notation(hand.bonusTiles),
  ...(hand.winningTile === null ? {} : { winning_tile: hand.winningTile }),
});

/** @param {Rules} rules @returns {Schemas["VariantChoice"]} */
const variantOf = (rules) => ("id" in rules ? { id: rules.id } : { document: JSON.parse(rules.document) });

/** @param {Circumstances} circumstances @returns {{ options?: Schemas["TableOptions"] }} */
const optionsOf = ({ minimumFan }) => (minimumFan === "" ? {} : { options: { minimum_fan: minimumFan } });

/** @param {Hand} hand @param {Circumstances} circumstances @param {Rules} rules @returns {Schemas["ScoreRequest"]} */
export function scoreRequest(hand, circumstances, rules) {
  const { seatWind, roundWind, wonBy, replacement, firstTurn, lastTile, robbedKong } = circumstances;
  const isFromOther = wonBy === "discard" || wonBy === "robbed_kong";
  return {
    variant: variantOf(rules),
    ...optionsOf(circumstances),
    explain: true,
    win: {
      seat_wind: seatWind,
      round_wind: roundWind,
      won_by: wonBy,
      ...(isFromOther ? { from_seat: discarder(circumstances) } : {}),
      ...(wonBy === "robbed_kong" ? { robbed_kong: robbedKong } : {}),
      ...(wonBy === "self_draw" && replacement !== "" ? { replacement } : {}),
      ...(firstTurn === "" ? {} : { first_turn: firstTurn }),
      ...(lastTile ? { last_tile: true } : {}),
      hand: handOf(hand),
    },
  };
}

/** @param {Hand} hand @param {Circumstances} circumstances @param {Rules} rules @returns {Schemas["WaitsRequest"]} */
export const waitsRequest = (hand, circumstances, rules) => ({
  variant: variantOf(rules),
  ...optionsOf(circumstances),
  hand: handOf(hand),
  seat_wind: circumstances.seatWind,
  round_wind: circumstances.roundWind,
});
