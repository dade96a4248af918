// @ts-check
/** One of several values in a variant's document. A value that is none of them is listed as well. */
import { FieldProblems, validity } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { documentText, valueAt } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").Place} Place */
/** @typedef {ReadonlyArray<readonly [value: unknown, label: string]>} Options */

/** @param {{ editor: Editor, place: Place, label: string, options: Options, usual?: unknown }} properties `usual`: what it means that nothing is stated */
export function OneOfField({ editor, place, label, options, usual }) {
  const value = valueAt(editor.document, place) ?? usual;
  const isKnown = options.some(([option]) => option === value);
  /** @type {Options} */
  const all = isKnown ? options : [[value, value === undefined ? "" : documentText(value)], ...options];
  const onChange = (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => editor.change(place, all[currentTarget.selectedIndex]?.[0]);
  return html`
    <div class="field">
      <label>${label}
        <select onChange=${onChange} ...${validity(editor, place)}>
          ${all.map(([option, name]) => html`<option selected=${option === value}>${name}</option>`)}
        </select>
      </label>
      <${FieldProblems} editor=${editor} place=${place} />
    </div>
  `;
}
