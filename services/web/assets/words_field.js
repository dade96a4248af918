// @ts-check
/** A text in a variant's document. One that may be absent is taken away when it is empty. */
import { FieldProblems, validity } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { documentText, valueAt } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").Place} Place */

/** @param {{ editor: Editor, place: Place, label: string, isOptional?: boolean, language?: string, rows?: number }} properties */
export function WordsField({ editor, place, label, isOptional = false, language, rows = 1 }) {
  const value = valueAt(editor.document, place) ?? "";
  const attributes = {
    autocomplete: "off",
    lang: language,
    value: typeof value === "string" ? value : documentText(value),
    onInput: (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) =>
      editor.change(place, isOptional && currentTarget.value === "" ? undefined : currentTarget.value),
    ...validity(editor, place),
  };
  return html`
    <div class="field">
      <label>${label} ${rows > 1 ? html`<textarea rows=${rows} ...${attributes}></textarea>` : html`<input ...${attributes} />`}</label>
      <${FieldProblems} editor=${editor} place=${place} />
    </div>
  `;
}
