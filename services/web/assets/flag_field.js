// @ts-check
/** Something that a variant's document says is so or not. */
import { FieldTitle, LabelledField, helpFor, stateOf } from "./field_label.js";
import { html } from "./htm_preact_standalone.js";
import { valueAt } from "./variant_document.js";

/** @param {import("./variant_document.js").FieldProperties} field */
export function FlagField(field) {
  const { editor, place, schema, about } = field;
  const value = valueAt(editor.document, place) ?? schema.default;
  const help = helpFor(field);
  const onChange = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => editor.change(place, currentTarget.checked);
  const control = html`
    <label class="check">
      <input type="checkbox" checked=${value === true} onChange=${onChange} ...${stateOf(field, help)} />
      <span><${FieldTitle} schema=${schema} about=${about} /></span>
    </label>
  `;
  return html`<${LabelledField} field=${field} help=${help} control=${control} />`;
}
