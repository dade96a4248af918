// @ts-check
/** What each pattern of the catalogue is worth, if it is played. */
import { FieldProblems } from "./field_problems.js";
import { FlagField } from "./flag_field.js";
import { html } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { NumberField } from "./number_field.js";
import { isObject, objectAt, valueAt } from "./variant_document.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./variant_document.js").Editor} Editor */

/** What a pattern is worth that the base does not play. */
const USUAL_WORTH = { value: 1 };

/** @param {{ editor: Editor, patterns: Schemas["Pattern"][] }} properties */
export const VariantPatternFields = ({ editor, patterns }) => html`
  <p class="quiet-text">${text("patterns_hint")}</p>
  <ul class="patterns">${patterns.map((pattern) => html`<li key=${pattern.id}><${PatternRow} editor=${editor} pattern=${pattern} /></li>`)}</ul>
  <${FieldProblems} editor=${editor} place=${["patterns"]} parts=${patterns.map(({ id }) => ["patterns", id])} />
`;

/** @param {{ editor: Editor, pattern: Schemas["Pattern"] }} properties */
function PatternRow({ editor, pattern }) {
  const place = ["patterns", pattern.id];
  const name = nameOf(pattern.name);
  const worth = valueAt(editor.document, place);
  const formerWorth = valueAt(editor.base, place) ?? USUAL_WORTH;
  const former = objectAt(editor.base, place).value;
  const isLimit = isObject(worth) && worth.value === "limit";
  /** @param {boolean} isPlayed */
  const play = (isPlayed) => editor.change(place, isPlayed ? formerWorth : undefined);
  /** @param {boolean} isLimitNow */
  const setLimit = (isLimitNow) => editor.change([...place, "value"], isLimitNow ? "limit" : typeof former === "number" ? former : 1);
  const checked = (/** @type {(isChecked: boolean) => void} */ change) => (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) =>
    change(currentTarget.checked);
  const parts = [[...place, "counts_toward_minimum"], ...(isLimit ? [] : [[...place, "value"]])];
  return html`
    <label class="check pattern-name"><input type="checkbox" checked=${worth !== undefined} onChange=${checked(play)} /> ${name}</label>
    ${worth !== undefined &&
    html`
      ${!isLimit && html`<${NumberField} editor=${editor} place=${[...place, "value"]} about=${name} label=${text("how_many_fan")} />`}
      <label class="check">
        <input type="checkbox" checked=${isLimit} onChange=${checked(setLimit)} />
        <span><span class="visually-hidden">${name}: </span>${text("limit")}</span>
      </label>
      <${FlagField} editor=${editor} place=${[...place, "counts_toward_minimum"]} about=${name} label=${text("rule_toward_minimum")} isUsual />
    `}
    <${FieldProblems} editor=${editor} place=${place} parts=${worth === undefined ? [] : parts} />
  `;
}
