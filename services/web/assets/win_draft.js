// @ts-check
/** A win while it is stated: what was tapped so far, and the outcome it makes. */
import { NO_TILES, isBegun, isComplete } from "./hand.js";
import { handOf } from "./score_request.js";
import { parseTiles } from "./tile.js";
import { takenNumber } from "./typed_number.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {Extract<Schemas["Outcome"], { kind: "win" }>} Win */
/** `self`: drawn by the winner. @typedef {"self" | number | null} From */
/** @typedef {number | "limit" | null} Fan */
/** Who is liable; `chair` is null for nobody. @typedef {{ chair: number | null, rule: Schemas["LiabilityRule"] | "", tilesLeft: string, liveTile: boolean }} LiabilityDraft */
/** A recorded hand as it was written, and as the page has it. @typedef {{ written: Schemas["Hand"], hand: Hand }} RecordedHand */
/** @typedef {{ chair: number | null, fan: Fan, towardMinimum: string, hand: Hand, recorded: RecordedHand | null, liability: LiabilityDraft }} WinnerDraft */
/**
 * What does not apply, for example a robbed kong with a self-draw, is kept and not sent.
 * @typedef {{
 *   winners: WinnerDraft[], from: From, robbedKong: "" | Schemas["KongKind"], replacement: "" | Schemas["Replacement"],
 *   firstTurn: "" | Schemas["FirstTurn"], lastTile: boolean, isByBonusTiles: boolean,
 * }} WinDraft
 */

/** Fan that a table declares. */
export const FAN = { least: 0, most: 1000 };
/** Tiles in the wall. */
export const TILES_LEFT = { least: 0, most: 144 };

/** @type {LiabilityDraft} */
export const NOBODY_LIABLE = { chair: null, rule: "", tilesLeft: "", liveTile: false };
/** @type {WinnerDraft} */
export const NO_WINNER = { chair: null, fan: null, towardMinimum: "", hand: NO_TILES, recorded: null, liability: NOBODY_LIABLE };
/** @type {WinDraft} */
export const NO_WIN = { winners: [NO_WINNER], from: null, robbedKong: "", replacement: "", firstTurn: "", lastTile: false, isByBonusTiles: false };

/** The winner with other tiles. Tiles and a number of fan are two ways of saying the same: what is said last holds. @param {WinnerDraft} winner @param {Hand} hand @returns {WinnerDraft} */
export const withHand = (winner, hand) => ({ ...winner, hand, fan: isBegun(hand) ? null : winner.fan });

/** The winner of a form that has one. @param {WinDraft} draft */
export const firstWinner = (draft) => draft.winners[0] ?? NO_WINNER;

/** The outcome, once enough was said. @param {WinDraft} draft @returns {Win | null} */
export function winOutcome(draft) {
  const { from, firstTurn, lastTile } = draft;
  const winners = draft.winners.map((winner) => winnerOf(winner, draft));
  const stated = winners.flatMap((winner) => (winner === null ? [] : [winner]));
  if (from === null || stated.length === 0 || stated.length < winners.length || stated.some(({ chair }) => chair === from)) return null;
  return {
    kind: "win",
    ...wayOf(draft),
    ...(firstTurn === "" ? {} : { first_turn: firstTurn }),
    ...(lastTile ? { last_tile: true } : {}),
    winners: stated,
  };
}

/** @param {WinDraft} draft @returns {Pick<Win, "won_by" | "from_chair" | "robbed_kong" | "replacement">} */
function wayOf({ from, robbedKong, replacement, isByBonusTiles }) {
  if (typeof from === "number") {
    return robbedKong === "" ? { won_by: "discard", from_chair: from } : { won_by: "robbed_kong", from_chair: from, robbed_kong: robbedKong };
  }
  if (isByBonusTiles) return { won_by: "bonus_tiles" };
  return { won_by: "self_draw", ...(replacement === "" ? {} : { replacement }) };
}

/** @param {WinnerDraft} winner @param {WinDraft} draft @returns {Schemas["Winner"] | null} */
function winnerOf({ chair, fan, towardMinimum, hand, recorded, liability }, draft) {
  // What is typed and not taken over is none of the tiles yet.
  if (hand.typed !== undefined) return null;
  const isShown = isComplete(hand) || hand === recorded?.hand || isBonusHand(hand, draft);
  const of = isShown ? { hand: writtenHand(hand, recorded) } : declaredOf(fan, towardMinimum);
  if (chair === null || of === null) return null;
  if (liability.chair === null || liability.rule === "") return { chair, ...of };
  const liable = liabilityOf(liability);
  return liable === null ? null : { chair, ...of, liability: liable };
}

/** Whether bonus tiles alone win. @param {Hand} hand @param {WinDraft} draft */
const isBonusHand = (hand, { from, isByBonusTiles }) => from === "self" && isByBonusTiles && hand.bonusTiles.length > 0;

/** Tiles that nobody changed are written as they were: otherwise a correction would change their notation. @param {Hand} hand @param {RecordedHand | null} recorded */
const writtenHand = (hand, recorded) => (hand === recorded?.hand ? recorded.written : handOf(hand));

/** @param {Fan} fan @param {string} towardMinimum @returns {Pick<Schemas["Winner"], "declared"> | null} */
function declaredOf(fan, towardMinimum) {
  if (fan === null) return null;
  if (fan === "limit") return { declared: { fan: 0, limit: true } };
  const minimum = takenNumber(towardMinimum, FAN);
  if (minimum === null) return null;
  return { declared: { fan, ...(minimum === undefined ? {} : { fan_toward_minimum: minimum }) } };
}

/** @param {LiabilityDraft} liability @returns {Schemas["Liability"] | null} */
function liabilityOf({ chair, rule, tilesLeft, liveTile }) {
  const left = rule === "five_tiles" ? takenNumber(tilesLeft, TILES_LEFT) : undefined;
  if (left === null) return null;
  return {
    chair: chair ?? 0,
    rule: rule === "" ? "five_tiles" : rule,
    ...(left === undefined ? {} : { tiles_left: left }),
    ...(rule === "five_tiles" && liveTile ? { live_tile: true } : {}),
  };
}

/** A recorded win, to be changed. @param {Win} win @returns {WinDraft} */
export const draftOfWin = (win) => ({
  winners: win.winners.map(draftOfWinner),
  from: win.from_chair ?? "self",
  robbedKong: win.robbed_kong ?? "",
  replacement: win.replacement ?? "",
  firstTurn: win.first_turn ?? "",
  lastTile: win.last_tile ?? false,
  isByBonusTiles: win.won_by === "bonus_tiles",
});

/** @param {Schemas["Winner"]} winner @returns {WinnerDraft} */
function draftOfWinner({ chair, declared, hand: written, liability }) {
  const recorded = written ? { written, hand: drawnHand(written) } : null;
  return {
    chair,
    fan: declared ? (declared.limit ? "limit" : declared.fan) : null,
    towardMinimum: String(declared?.fan_toward_minimum ?? ""),
    hand: recorded?.hand ?? NO_TILES,
    recorded,
    liability: liability ? draftOfLiability(liability) : NOBODY_LIABLE,
  };
}

/** @param {Schemas["Liability"]} liability @returns {LiabilityDraft} */
const draftOfLiability = ({ chair, rule, tiles_left, live_tile }) => ({
  chair,
  rule,
  tilesLeft: String(tiles_left ?? ""),
  liveTile: live_tile ?? false,
});

/** The tiles of a recorded hand. @param {Schemas["Hand"]} hand @returns {Hand} */
export const drawnHand = (hand) => ({
  concealed: parseTiles(hand.concealed ?? "") ?? [],
  winningTile: parseTiles(hand.winning_tile ?? "")?.[0] ?? null,
  melds: (hand.melds ?? []).map(({ kind, tiles }) => ({ kind, tiles: parseTiles(tiles) ?? [] })),
  bonusTiles: parseTiles(hand.bonus_tiles ?? "") ?? [],
});
