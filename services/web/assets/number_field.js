// @ts-check
/** A number in a variant's document. What is no number stands there as it is typed, and is marked. */
import { FieldTitle, LabelledField, helpFor, stateOf } from "./field_label.js";
import { html, useState } from "./htm_preact_standalone.js";
import { isBlank, readNumber } from "./typed_number.js";
import { documentText, valueAt } from "./variant_document.js";
import { absenceOf, emptied } from "./variant_schema.js";

/** @param {unknown} value */
const shown = (value) => (value === undefined || value === null ? "" : typeof value === "string" ? value : documentText(value));

/** @param {string} typed @param {undefined | null} nothing what an empty field says */
const numberFrom = (typed, nothing) => (isBlank(typed) ? nothing : (readNumber(typed) ?? typed.trim()));

/** @param {import("./variant_document.js").FieldProperties} field */
export function NumberField(field) {
  const { editor, place, schema, isRequired = false, about } = field;
  const value = valueAt(editor.document, place);
  const nothing = emptied(schema, isRequired);
  const help = helpFor(field);
  // `1.` is typed before `1.5`: what is typed stays as long as it means the value.
  const [typed, setTyped] = useState("");
  const isTyped = numberFrom(typed, nothing) === value;
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const onInput = ({ currentTarget }) => {
    setTyped(currentTarget.value);
    editor.change(place, numberFrom(currentTarget.value, nothing));
  };
  const control = html`
    <label>
      <${FieldTitle} schema=${schema} about=${about} />
      <input inputmode="decimal" autocomplete="off" value=${isTyped ? typed : shown(value)} placeholder=${absenceOf(schema) || shown(schema.default)} onInput=${onInput}
        ...${stateOf(field, help)} />
    </label>
  `;
  return html`<${LabelledField} field=${field} help=${help} control=${control} />`;
}
