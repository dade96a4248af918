// @ts-check
/** Any of several values in a list of a variant's document. Others that stand there stay. */
import { FieldProblems, validity } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { listAt, valueAt } from "./variant_document.js";

/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").Place} Place */

/**
 * @param {{
 *   editor: Editor, place: Place, label: string, options: ReadonlyArray<readonly [value: unknown, label: string]>, usual?: ReadonlyArray<unknown>,
 * }} properties `usual`: what it means that nothing is stated
 */
export function AnyOfField({ editor, place, label, options, usual = [] }) {
  const isStated = valueAt(editor.document, place) !== undefined;
  const values = isStated ? listAt(editor.document, place) : usual;
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
