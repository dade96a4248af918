// @ts-check
/** A text in a variant's document. One that may be absent is taken away when it is empty. */
import { FieldTitle, LabelledField, helpFor, stateOf } from "./field_label.js";
import { html } from "./htm_preact_standalone.js";
import { documentText, valueAt } from "./variant_document.js";
import { absenceOf, emptied } from "./variant_schema.js";

const ROWS = 3;
/** A text that may be longer than this gets several lines. */
const ONE_LINE = 500;

/** @param {import("./variant_document.js").FieldProperties} field */
export function WordsField(field) {
  const { editor, place, schema, isRequired = false, about } = field;
  const value = valueAt(editor.document, place) ?? "";
  const help = helpFor(field);
  const isLong = schema.pattern === undefined && (schema.maxLength ?? Infinity) > ONE_LINE;
  const attributes = {
    autocomplete: "off",
    placeholder: absenceOf(schema),
    value: typeof value === "string" ? value : documentText(value),
    onInput: (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) =>
      editor.change(place, currentTarget.value === "" && (!isRequired || schema.nullable) ? emptied(schema, isRequired) : currentTarget.value),
    ...stateOf(field, help),
  };
  const control = html`
    <label><${FieldTitle} schema=${schema} about=${about} /> ${isLong ? html`<textarea rows=${ROWS} ...${attributes}></textarea>` : html`<input ...${attributes} />`}</label>
  `;
  return html`<${LabelledField} field=${field} help=${help} control=${control} />`;
}
