// @ts-check
/** What happened in a row that is corrected or was forgotten: of what kind, and the fields with which it would have been recorded. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { fanOf } from "./match_variant.js";
import { OutcomeFields, isOpen, kindName, otherKinds } from "./outcome_fields.js";
import { chairNames } from "./played_names.js";
import { SelectField } from "./select_field.js";

/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */

/**
 * @param {{
 *   seats: import("./change_text.js").Seated, table: import("./hand_details.js").SheetTable, variant: import("./match_variant.js").VariantDocument | null | undefined,
 *   draft: OutcomeDraft, onChange: (draft: OutcomeDraft) => void,
 * }} properties `seats`: who sat where then; `variant`: undefined while it is read
 */
export function OutcomeChoice({ seats, table, variant, draft, onChange }) {
  const { club, playerName, match } = table;
  const known = variant ?? null;
  const name = chairNames(seats, playerName);
  const names = new Map(seats.map(({ chair }) => [chair, name(chair)]));
  const kinds = new Set(/** @type {const} */ (["win", "goulash", draft.kind]).concat(otherKinds(known).filter(isOpen)));
  // With what else is planned, others may sit there than the sheet says: whoever comes is chosen among all.
  const seated = table.correction.changes.length > 0 ? [] : seats.map(({ player }) => player);
  const form = { club, names, variant: known, seated, fan: fanOf(variant, match.terms) };
  return html`
    <${SelectField} label=${text("what_happened")} value=${draft.kind} options=${[...kinds].map((kind) => [kind, kindName(kind)])}
      onChange=${(/** @type {OutcomeDraft["kind"]} */ kind) => onChange({ ...draft, kind })} />
    <${OutcomeFields} draft=${draft} table=${form} onChange=${onChange} />
  `;
}
