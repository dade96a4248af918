// @ts-check
/** The fields of one kind of outcome. */
import { AgreedForm } from "./agreed_form.js";
import { FalseMahjongForm } from "./false_mahjong_form.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PenaltyForm } from "./penalty_form.js";
import { SeveralWinnersForm } from "./several_winners_form.js";
import { SubstitutionForm } from "./substitution_form.js";
import { WinForm } from "./win_form.js";

/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */
/** @typedef {import("./outcome_draft.js").Kind} Kind */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */
/** The table that an outcome is stated for. @typedef {{ club: string, names: Map<number, string>, seated: string[], variant: VariantDocument | null }} FormTable */

/** The kinds besides a usual win and a dead hand that a table may have. @param {VariantDocument | null} variant @returns {Kind[]} */
export function otherKinds(variant) {
  const playsSeveral = variant === null || variant.claims.several === "all";
  return [...(playsSeveral ? /** @type {const} */ (["several_winners"]) : []), "false_mahjong", "agreed", "penalty", "substitution"];
}

/** What a kind is called. @param {Kind} kind */
export const kindName = (kind) => text(kind === "goulash" ? "goulash" : `kind_${kind}`);

/** @param {{ draft: OutcomeDraft, table: FormTable, onChange: (draft: OutcomeDraft) => void }} properties */
export function OutcomeFields({ draft, table, onChange }) {
  const { names, variant, club, seated } = table;
  /** Says something of the kind that is shown. @param {Partial<OutcomeDraft>} changes */
  const change = (changes) => onChange({ ...draft, ...changes });
  switch (draft.kind) {
    case "win":
      return html`<${WinForm} draft=${draft.win} names=${names} variant=${variant} onChange=${(/** @type {OutcomeDraft["win"]} */ win) => change({ win })} />`;
    case "several_winners":
      return html`<${SeveralWinnersForm} draft=${draft.several_winners} names=${names} variant=${variant}
        onChange=${(/** @type {OutcomeDraft["win"]} */ several_winners) => change({ several_winners })} />`;
    case "false_mahjong":
      return html`<${FalseMahjongForm} draft=${draft.false_mahjong} names=${names} variant=${variant}
        onChange=${(/** @type {OutcomeDraft["false_mahjong"]} */ false_mahjong) => change({ false_mahjong })} />`;
    case "agreed":
      return html`<${AgreedForm} draft=${draft.agreed} names=${names} onChange=${(/** @type {OutcomeDraft["agreed"]} */ agreed) => change({ agreed })} />`;
    case "penalty":
      return html`<${PenaltyForm} draft=${draft.penalty} names=${names} variant=${variant} onChange=${(/** @type {OutcomeDraft["penalty"]} */ penalty) => change({ penalty })} />`;
    case "substitution":
      return html`<${SubstitutionForm} draft=${draft.substitution} names=${names} club=${club} seated=${seated}
        onChange=${(/** @type {OutcomeDraft["substitution"]} */ substitution) => change({ substitution })} />`;
    default:
      return null;
  }
}
