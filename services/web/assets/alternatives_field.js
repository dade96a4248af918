// @ts-check
/** A value of one of several kinds in a variant's document, for example a number or a word: the first kind is the usual one. */
import { FieldProblems } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { schemaProblems } from "./schema_problems.js";
import { pointerOf, valueAt } from "./variant_document.js";
import { startOf, titleOf, titledAs, wordsOf } from "./variant_schema.js";

/** @typedef {import("./variant_schema.js").Schema} Schema */

/** @param {import("./variant_document.js").FieldProperties} field */
export function AlternativesField(field) {
  const { editor, place, schema, about, isRequired } = field;
  const [usual = {}, ...others] = schema.anyOf ?? [];
  const fits = (/** @type {Schema} */ one, /** @type {unknown} */ value) => value !== undefined && schemaProblems(one, value).length === 0;
  const value = valueAt(editor.document, place);
  const chosen = others.find((other) => fits(other, value)) ?? usual;
  const former = valueAt(editor.base, place);
  const begin = (/** @type {Schema} */ one) => editor.change(place, fits(one, former) ? former : startOf(one));
  const option = (/** @type {Schema} */ other) => html`
    <label class="check">
      <input type="checkbox" checked=${chosen === other} onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => begin(currentTarget.checked ? other : usual)} />
      <span>${about && html`<span class="visually-hidden">${about}: </span>`}${titleOf(other)}</span>
    </label>
  `;
  // A single word needs no field: its box says it.
  const hasField = wordsOf(chosen).length !== 1;
  return html`
    ${hasField && html`<${editor.Field} ...${field} schema=${titledAs(schema, chosen)} isRequired=${isRequired} />`}
    <div data-part=${pointerOf(place)} class="alternatives">${others.map(option)}</div>
    ${!hasField && html`<${FieldProblems} editor=${editor} place=${place} />`}
  `;
}
