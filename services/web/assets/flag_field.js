// @ts-check
/** Something that a variant's document says is so or not. */
import { FieldProblems, validity } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { valueAt } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").Place} Place */

/** @param {{ editor: Editor, place: Place, label: string, about?: string, isUsual?: boolean }} properties `isUsual`: what it means that nothing is stated */
export function FlagField({ editor, place, label, about, isUsual = false }) {
  const value = valueAt(editor.document, place) ?? isUsual;
  const onChange = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => editor.change(place, currentTarget.checked);
  return html`
    <div class="field">
      <label class="check">
        <input type="checkbox" checked=${value === true} onChange=${onChange} ...${validity(editor, place)} />
        <span>${about && html`<span class="visually-hidden">${about}: </span>`}${label}</span>
      </label>
      <${FieldProblems} editor=${editor} place=${place} />
    </div>
  `;
}
