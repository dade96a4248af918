// @ts-check
/** A number in a variant's document. What is no number stands there as it is typed, and the server says so. */
import { FieldProblems, validity } from "./field_problems.js";
import { html, useState } from "./htm_preact_standalone.js";
import { isBlank, readNumber } from "./typed_number.js";
import { documentText, valueAt } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").Place} Place */

/** @param {unknown} value */
const shown = (value) => (value === undefined ? "" : typeof value === "string" ? value : documentText(value));

/** @param {string} typed @returns {string | number | undefined} */
function numberFrom(typed) {
  if (isBlank(typed)) return undefined;
  return readNumber(typed) ?? typed.trim();
}

/**
 * @param {{ editor: Editor, place: Place, label: string, about?: string, hint?: string }} properties
 * `about`: what it concerns, for those who hear the label alone
 */
export function NumberField({ editor, place, label, about, hint }) {
  const value = valueAt(editor.document, place);
  // `1.` is typed before `1.5`: what is typed stays as long as it means the value.
  const [typed, setTyped] = useState("");
  const isTyped = numberFrom(typed) === value;
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const onInput = ({ currentTarget }) => {
    setTyped(currentTarget.value);
    editor.change(place, numberFrom(currentTarget.value));
  };
  return html`
    <div class="field">
      <label>
        ${about && html`<span class="visually-hidden">${about}: </span>`}${label}
        <input inputmode="decimal" autocomplete="off" value=${isTyped ? typed : shown(value)} placeholder=${hint} onInput=${onInput} ...${validity(editor, place)} />
      </label>
      <${FieldProblems} editor=${editor} place=${place} />
    </div>
  `;
}
