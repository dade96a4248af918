// @ts-check
/** One of several values in a variant's document. A value that is none of them is listed as well. */
import { FieldTitle, LabelledField, helpFor, stateOf } from "./field_label.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { documentText, valueAt } from "./variant_document.js";
import { absenceOf, emptied, titleOf, wordsOf } from "./variant_schema.js";

/** @typedef {import("./variant_schema.js").Word} Word */

/** @param {import("./variant_document.js").FieldProperties} field */
export function OneOfField(field) {
  const { editor, place, schema, isRequired = false, about } = field;
  const value = valueAt(editor.document, place) ?? schema.default;
  const words = wordsOf(schema);
  /** @type {Word[]} */
  const nothing = !isRequired && schema.default === undefined ? [{ value: emptied(schema, isRequired), schema: { title: absenceOf(schema) || text("not_stated") } }] : [];
  const options = [...nothing, ...words];
  const isOption = options.some((word) => word.value === value);
  const all = isOption ? options : [{ value, schema: { title: value === undefined ? "" : documentText(value) } }, ...options];
  const help = helpFor(field, all.find((word) => word.value === value)?.schema);
  const onChange = (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => editor.change(place, all[currentTarget.selectedIndex]?.value);
  const control = html`
    <label><${FieldTitle} schema=${schema} about=${about} />
      <select onChange=${onChange} ...${stateOf(field, help)}>
        ${all.map((word) => html`<option selected=${word.value === value}>${titleOf(word.schema)}</option>`)}
      </select>
    </label>
  `;
  return html`<${LabelledField} field=${field} help=${help} control=${control} />`;
}
