// @ts-check
/** The fields of one kind of outcome. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { later } from "./later.js";
import { linkIn } from "./link_in.js";
import { WinForm } from "./win_form.js";

/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */
/** @typedef {import("./outcome_draft.js").Kind} Kind */
/** @typedef {Exclude<Kind, "win" | "goulash">} OtherKind */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */
/** The table that an outcome is stated for. @typedef {{ club: string, names: Map<number, string>, seated: string[], variant: VariantDocument | null, fan: import("./match_variant.js").FanRange }} FormTable */

/** What a kind is called. @param {Kind} kind */
export const kindName = (kind) => text(kind === "goulash" ? "goulash" : `kind_${kind}`);

/** Loads the other forms. A table that calls it early has them when the network is gone. */
export const loadOtherForms = () => import("./other_outcome_forms.js").then((module) => module.OTHER_OUTCOME_FORMS);

/** The forms of the kinds besides a usual win and a dead hand, in the order in which they are offered. */
const OTHER_FORMS = /** @satisfies {Record<OtherKind, unknown>} */ ({
  several_winners: later(() => loadOtherForms().then((forms) => forms.several_winners)),
  false_mahjong: later(() => loadOtherForms().then((forms) => forms.false_mahjong)),
  agreed: later(() => loadOtherForms().then((forms) => forms.agreed)),
  side_payment: later(() => loadOtherForms().then((forms) => forms.side_payment)),
  penalty: later(() => loadOtherForms().then((forms) => forms.penalty)),
  substitution: later(() => loadOtherForms().then((forms) => forms.substitution)),
  totals: later(() => loadOtherForms().then((forms) => forms.totals)),
});

/** Those of them that a table may have. @param {VariantDocument | null} variant */
export function otherKinds(variant) {
  const playsSeveral = variant === null || variant.claims.several === "all";
  const kinds = /** @type {OtherKind[]} */ (Object.keys(OTHER_FORMS));
  return kinds.filter((kind) => kind !== "several_winners" || playsSeveral);
}

/** A link lets record, and not choose among the players of the club. @param {Kind} kind */
export const isOpen = (kind) => kind !== "substitution" || linkIn() === null;

/** @param {{ draft: OutcomeDraft, table: FormTable, onChange: (draft: OutcomeDraft) => void }} properties */
export function OutcomeFields({ draft, table, onChange }) {
  const { names, variant, fan } = table;
  const { kind } = draft;
  if (kind === "goulash") return null;
  if (kind === "win") {
    return html`<${WinForm} draft=${draft.win} names=${names} variant=${variant} range=${fan} onChange=${(/** @type {OutcomeDraft["win"]} */ win) => onChange({ ...draft, win })} />`;
  }
  return html`<${OTHER_FORMS[kind]} draft=${draft[kind]} ...${table} onChange=${(/** @type {OutcomeDraft[typeof kind]} */ stated) => onChange({ ...draft, [kind]: stated })} />`;
}
