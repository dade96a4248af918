// @ts-check
/** What happened in a hand, between two or in a whole match, while it is stated: each kind keeps what was said of it when another kind is looked at. */
import { COUNT, SIGNED_POINTS, isBlank, takenNumber } from "./typed_number.js";
import { NO_WIN, draftOfWin, winOutcome } from "./win_draft.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["Outcome"]} Outcome */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */
/** @typedef {import("./win_draft.js").WinDraft} WinDraft */
/** What a form states: the kinds of outcomes, but for the early end, which is no form. @typedef {Exclude<Outcome["kind"], "early_end"> | "several_winners"} Kind */
/** @typedef {{ chair: number | null, points: string }} FalseMahjongDraft */
/** `points`: of each chair, chair 1 first; `winner` is 0 for nobody. @typedef {{ points: string[], winner: number }} AgreedDraft */
/**
 * `penalty`: the id of one of the variant's; empty for one of the table's own.
 * @typedef {{ chair: number | null, payee: Schemas["Payee"], penalty: string, points: string }} PenaltyDraft
 */
/**
 * `chair` is paid; `from` pays, or `EACH_OTHER`. `side_payment`: the id of one of the variant's; empty for one of the table's own.
 * @typedef {{ chair: number | null, from: number, side_payment: string, points: string }} SidePaymentDraft
 */
/** `points`: of each chair, chair 1 first; `restToHouse`: the club gets what is missing to zero. @typedef {{ points: string[], restToHouse: boolean }} TotalsDraft */
/** @typedef {{ chair: number | null, player: string }} SubstitutionDraft */
/**
 * @typedef {{
 *   kind: Kind, win: WinDraft, several_winners: WinDraft, false_mahjong: FalseMahjongDraft, agreed: AgreedDraft, penalty: PenaltyDraft,
 *   side_payment: SidePaymentDraft, totals: TotalsDraft, substitution: SubstitutionDraft, reason: string,
 * }} OutcomeDraft
 */

/** Who pays, if each other player does. */
export const EACH_OTHER = 0;

/** @type {OutcomeDraft} */
export const NO_DRAFT = {
  kind: "win",
  win: NO_WIN,
  several_winners: { ...NO_WIN, winners: [] },
  false_mahjong: { chair: null, points: "" },
  agreed: { points: ["", "", "", ""], winner: 0 },
  penalty: { chair: null, payee: "players", penalty: "", points: "" },
  side_payment: { chair: null, from: EACH_OTHER, side_payment: "", points: "" },
  totals: { points: ["", "", "", ""], restToHouse: false },
  substitution: { chair: null, player: "" },
  reason: "",
};

/**
 * `isHand`: it has a number; operations of its own record what is no hand. `waits`: it is kept while the network is gone, and sent later.
 * `hasReason`: one may be given.
 */
const KINDS = /** @type {const} @satisfies {Record<Kind, { isHand: boolean, waits: boolean, hasReason: boolean }>} */ ({
  win: { isHand: true, waits: true, hasReason: false },
  several_winners: { isHand: true, waits: true, hasReason: false },
  goulash: { isHand: true, waits: true, hasReason: false },
  false_mahjong: { isHand: true, waits: true, hasReason: true },
  agreed: { isHand: true, waits: true, hasReason: true },
  penalty: { isHand: false, waits: false, hasReason: true },
  side_payment: { isHand: false, waits: true, hasReason: true },
  totals: { isHand: false, waits: true, hasReason: true },
  substitution: { isHand: false, waits: false, hasReason: true },
});

/** @param {Kind} kind */
export const isBetweenHands = (kind) => !KINDS[kind].isHand;

/** Whether it is sent at once, and recorded by nobody while the network is gone. @param {Kind} kind */
export const isSentAtOnce = (kind) => !KINDS[kind].waits;

/** The points that were typed for each chair; an empty field is none. Null if a field holds what is no number of points. @param {string[]} points @returns {number[] | null} */
function typedPoints(points) {
  const read = points.map((typed) => takenNumber(typed, SIGNED_POINTS));
  return read.includes(null) ? null : read.map((one) => one ?? 0);
}

/** What they sum to. @param {string[]} points @returns {number | null} */
export const pointsSum = (points) => typedPoints(points)?.reduce((sum, one) => sum + one, 0) ?? null;

/** What the club gets of a match. @param {TotalsDraft} totals */
export const houseOf = ({ points, restToHouse }) => (restToHouse ? Math.max(0, -(pointsSum(points) ?? 0)) : 0);

/**
 * The outcome without its reason, once enough was said. @param {OutcomeDraft} draft
 * @param {VariantDocument | null} variant tells which amounts are usual ones @returns {Outcome | null}
 */
export function outcomeOf(draft, variant) {
  switch (draft.kind) {
    case "win":
      return winOutcome(draft.win);
    case "several_winners":
      return draft.several_winners.winners.length < 2 ? null : winOutcome(draft.several_winners);
    case "goulash":
      return { kind: "goulash" };
    case "false_mahjong":
      return falseMahjongOf(draft.false_mahjong, variant?.false_mahjong);
    case "agreed":
      return agreedOf(draft.agreed);
    case "penalty":
      return penaltyOf(draft.penalty, variant);
    case "side_payment":
      return sidePaymentOf(draft.side_payment, variant);
    case "totals":
      return totalsOf(draft.totals);
    case "substitution":
      return substitutionOf(draft.substitution);
  }
}

/** Whether a reason may be given beside what happened. @param {Kind} kind */
export const hasReason = (kind) => KINDS[kind].hasReason;

/** The same with its reason, to be recorded. @param {OutcomeDraft} draft @param {VariantDocument | null} variant @returns {Outcome | null} */
export function outcomeWithReason(draft, variant) {
  const outcome = outcomeOf(draft, variant);
  const reason = draft.reason.trim();
  return outcome === null || !hasReason(draft.kind) || reason === "" ? outcome : { ...outcome, reason };
}

/** @param {FalseMahjongDraft} draft @param {VariantDocument["false_mahjong"]} rules @returns {Outcome | null} */
function falseMahjongOf({ chair, points }, rules) {
  const isFixed = rules?.points !== undefined;
  const each = isFixed ? undefined : takenNumber(points, COUNT);
  if (chair === null || rules?.rule === "open_hand" || each === null || (!isFixed && each === undefined)) return null;
  return { kind: "false_mahjong", chair, ...(each === undefined ? {} : { points: each }) };
}

/** @param {AgreedDraft} draft @returns {Outcome | null} */
function agreedOf(draft) {
  const points = typedPoints(draft.points);
  if (points === null || pointsSum(draft.points) !== 0 || draft.points.every(isBlank)) return null;
  return { kind: "agreed", chair_points: points, ...(draft.winner === 0 ? {} : { winner: draft.winner }) };
}

/** @param {PenaltyDraft} draft @param {VariantDocument | null} variant @returns {Outcome | null} */
function penaltyOf({ chair, payee, penalty, points }, variant) {
  const amount = amountOf(points, variant?.penalties?.[penalty]);
  if (chair === null || amount === null) return null;
  return { kind: "penalty", chair, payee, ...(penalty === "" ? {} : { penalty }), ...amount };
}

/** @param {SidePaymentDraft} draft @param {VariantDocument | null} variant @returns {Outcome | null} */
function sidePaymentOf({ chair, from, side_payment, points }, variant) {
  const amount = amountOf(points, variant?.side_payments?.[side_payment]);
  if (chair === null || from === chair || amount === null) return null;
  return { kind: "side_payment", chair, ...(from === EACH_OTHER ? {} : { from_chair: from }), ...(side_payment === "" ? {} : { side_payment }), ...amount };
}

/** An amount that was typed, or nothing where there is a usual one; null if neither says how much it is. @param {string} typed @param {{ points?: number } | undefined} named */
function amountOf(typed, named) {
  const points = takenNumber(typed, COUNT);
  if (points === undefined) return named?.points === undefined ? null : {};
  return points === null ? null : { points };
}

/** @param {TotalsDraft} draft @returns {Outcome | null} */
function totalsOf(draft) {
  const points = typedPoints(draft.points);
  const house = houseOf(draft);
  if (points === null || draft.points.every(isBlank) || (pointsSum(draft.points) ?? 0) + house !== 0) return null;
  return { kind: "totals", chair_points: points, ...(house === 0 ? {} : { house_points: house }) };
}

/** @param {SubstitutionDraft} draft @returns {Outcome | null} */
const substitutionOf = ({ chair, player }) => (chair === null || player === "" ? null : { kind: "substitution", chair, player });

/** A recorded outcome, to be changed. An early end is not changed, only voided. @param {Outcome} outcome @returns {OutcomeDraft} */
export function draftOf(outcome) {
  switch (outcome.kind) {
    case "win": {
      const kind = outcome.winners.length > 1 ? "several_winners" : "win";
      return { ...NO_DRAFT, kind, [kind]: draftOfWin(outcome) };
    }
    case "false_mahjong":
      return { ...NO_DRAFT, kind: "false_mahjong", false_mahjong: { chair: outcome.chair, points: String(outcome.points ?? "") } };
    case "agreed":
      return { ...NO_DRAFT, kind: "agreed", agreed: { points: outcome.chair_points.map(String), winner: outcome.winner ?? 0 } };
    case "penalty": {
      const { chair, payee, penalty, points } = outcome;
      return { ...NO_DRAFT, kind: "penalty", penalty: { chair, payee, penalty: penalty ?? "", points: String(points ?? "") } };
    }
    case "side_payment": {
      const { chair, from_chair, side_payment, points } = outcome;
      return { ...NO_DRAFT, kind: "side_payment", side_payment: { chair, from: from_chair ?? EACH_OTHER, side_payment: side_payment ?? "", points: String(points ?? "") } };
    }
    case "totals":
      return { ...NO_DRAFT, kind: "totals", totals: { points: outcome.chair_points.map(String), restToHouse: Boolean(outcome.house_points) } };
    case "substitution":
      return { ...NO_DRAFT, kind: "substitution", substitution: { chair: outcome.chair, player: outcome.player } };
    // Each kind is named, so that the types ask for a new one.
    case "goulash":
    case "early_end":
      return { ...NO_DRAFT, kind: "goulash" };
  }
}
