// @ts-check
/** Several fields of a variant's document under one title. */
import { FieldHelp, FieldTitle, describedBy, helpFor } from "./field_label.js";
import { FieldProblems, problemsIn } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { pointerOf } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Place} Place */

/**
 * @param {{ field: import("./variant_document.js").FieldProperties, parts?: ReadonlyArray<Place>, isMarked?: boolean, content: unknown }} properties
 * `parts`: places in it that have fields of their own; `isMarked`: it is one field for the server
 */
export function FieldGroup({ field, parts = [], isMarked = false, content }) {
  const { editor, place, schema, about } = field;
  const help = helpFor(field);
  const described = describedBy({ place, help, isWrong: problemsIn(editor, place, parts).length > 0 });
  return html`
    <fieldset class="choice" data-part=${pointerOf(place)} data-place=${isMarked ? pointerOf(place) : undefined} aria-describedby=${described}>
      <legend><${FieldTitle} schema=${schema} about=${about} /></legend>
      <${FieldHelp} place=${place} help=${help} />
      ${content}
      <${FieldProblems} editor=${editor} place=${place} parts=${parts} />
    </fieldset>
  `;
}
