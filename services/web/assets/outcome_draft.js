// @ts-check
/** What happened in a hand or between two, while it is stated: each kind keeps what was said of it when another kind is looked at. */
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
/** @typedef {{ chair: number | null, player: string }} SubstitutionDraft */
/**
 * @typedef {{
 *   kind: Kind, win: WinDraft, several_winners: WinDraft, false_mahjong: FalseMahjongDraft, agreed: AgreedDraft, penalty: PenaltyDraft,
 *   substitution: SubstitutionDraft, reason: string,
 * }} OutcomeDraft
 */

/** @type {OutcomeDraft} */
export const NO_DRAFT = {
  kind: "win",
  win: NO_WIN,
  several_winners: { ...NO_WIN, winners: [] },
  false_mahjong: { chair: null, points: "" },
  agreed: { points: ["", "", "", ""], winner: 0 },
  penalty: { chair: null, payee: "players", penalty: "", points: "" },
  substitution: { chair: null, player: "" },
  reason: "",
};

/** `isHand`: it has a number, and waits while the network is gone; operations of its own record what is no hand. `hasReason`: one may be given. */
const KINDS = /** @type {const} @satisfies {Record<Kind, { isHand: boolean, hasReason: boolean }>} */ ({
  win: { isHand: true, hasReason: false },
  several_winners: { isHand: true, hasReason: false },
  goulash: { isHand: true, hasReason: false },
  false_mahjong: { isHand: true, hasReason: true },
  agreed: { isHand: true, hasReason: true },
  penalty: { isHand: false, hasReason: true },
  substitution: { isHand: false, hasReason: true },
});

/** @param {Kind} kind */
export const isBetweenHands = (kind) => !KINDS[kind].isHand;

/** The points that were typed for each chair; an empty field is none. Null if a field holds what is no number of points. @param {AgreedDraft} agreed @returns {number[] | null} */
export function agreedPoints({ points }) {
  const read = points.map((typed) => takenNumber(typed, SIGNED_POINTS));
  return read.includes(null) ? null : read.map((one) => one ?? 0);
}

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
  const points = agreedPoints(draft);
  const isBalanced = points !== null && points.reduce((sum, one) => sum + one, 0) === 0;
  if (!isBalanced || draft.points.every(isBlank)) return null;
  return { kind: "agreed", chair_points: points, ...(draft.winner === 0 ? {} : { winner: draft.winner }) };
}

/** @param {PenaltyDraft} draft @param {VariantDocument | null} variant @returns {Outcome | null} */
function penaltyOf({ chair, payee, penalty, points }, variant) {
  const each = takenNumber(points, COUNT);
  const hasAmount = each !== undefined || variant?.penalties?.[penalty]?.points !== undefined;
  if (chair === null || each === null || !hasAmount) return null;
  return { kind: "penalty", chair, payee, ...(penalty === "" ? {} : { penalty }), ...(each === undefined ? {} : { points: each }) };
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
    case "substitution":
      return { ...NO_DRAFT, kind: "substitution", substitution: { chair: outcome.chair, player: outcome.player } };
    // Each kind is named, so that the types ask for a new one.
    case "goulash":
    case "early_end":
      return { ...NO_DRAFT, kind: "goulash" };
  }
}
