// @ts-check
/** Any of several values in a list of a variant's document. Others that stand there stay. */
import { FieldGroup } from "./field_group.js";
import { meaningOf } from "./field_label.js";
import { html } from "./htm_preact_standalone.js";
import { listAt, valueAt } from "./variant_document.js";
import { titleOf, wordsOf } from "./variant_schema.js";

/** What it means that nothing is stated: the usual, or what a field beside it says. @param {import("./variant_document.js").FieldProperties} field @returns {unknown[]} */
function usualOf({ editor, place, schema }) {
  const sibling = schema["x-absent-as"];
  if (sibling !== undefined) return listAt(editor.document, [...place.slice(0, -1), sibling]);
  return Array.isArray(schema.default) ? schema.default : [];
}

/** @param {import("./variant_document.js").FieldProperties} field */
export function AnyOfField(field) {
  const { editor, place, schema } = field;
  const isStated = valueAt(editor.document, place) !== undefined;
  const values = isStated ? listAt(editor.document, place) : usualOf(field);
  /** @param {unknown} option @param {boolean} isChosen */
  const choose = (option, isChosen) => {
    const others = values.filter((value) => value !== option);
    editor.change(place, isChosen ? [...others, option] : others);
  };
  const choice = (/** @type {import("./variant_schema.js").Word} */ { value, schema: word }) => {
    const help = meaningOf(word);
    return html`
      <label class="check">
        <input type="checkbox" checked=${values.includes(value)} onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => choose(value, currentTarget.checked)} />
        <span>${titleOf(word)}</span>
      </label>
      ${help && html`<small class="help">${help}</small>`}
    `;
  };
  return html`<${FieldGroup} field=${field} isMarked content=${wordsOf(schema.items ?? {}).map(choice)} />`;
}
