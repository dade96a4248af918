// @ts-check
/** Any of several values in a list of a variant's document. Others that stand there stay. */
import { FieldProblems, validity } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { listAt, valueAt } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").Place} Place */

/**
 * @param {{ editor: Editor, place: Place, label: string, options: ReadonlyArray<readonly [value: unknown, label: string]>, isUsual?: boolean }} properties
 * `isUsual`: that nothing is stated means all of them
 */
export function AnyOfField({ editor, place, label, options, isUsual = false }) {
  const isStated = valueAt(editor.document, place) !== undefined;
  const values = isUsual && !isStated ? options.map(([option]) => option) : listAt(editor.document, place);
  /** @param {unknown} option @param {boolean} isChosen */
  const choose = (option, isChosen) => {
    const others = values.filter((value) => value !== option);
    editor.change(place, isChosen ? [...others, option] : others);
  };
  return html`
    <fieldset class="choice" aria-describedby=${validity(editor, place)["aria-describedby"]}>
      <legend>${label}</legend>
      ${options.map(
        ([option, name]) => html`
          <label class="check">
            <input type="checkbox" checked=${values.includes(option)}
              onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => choose(option, currentTarget.checked)} />
            ${name}
          </label>
        `,
      )}
      <${FieldProblems} editor=${editor} place=${place} />
    </fieldset>
  `;
}
