// @ts-check
/** By which rules one player pays for all three. What a rule says besides stands in the document as JSON. */
import { LIABILITIES, liabilityName } from "./difference_text.js";
import { FieldProblems } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { isObject, listAt } from "./variant_document.js";

/** @param {{ editor: import("./variant_document.js").Editor }} properties */
export function LiabilitiesField({ editor }) {
  const rules = listAt(editor.document, ["liabilities"]);
  const former = listAt(editor.base, ["liabilities"]);
  const ofRule = (/** @type {string} */ name) => (/** @type {unknown} */ rule) => isObject(rule) && rule.rule === name;
  /** @param {string} name @param {boolean} isPlayed */
  const play = (name, isPlayed) => {
    const others = rules.filter((rule) => !ofRule(name)(rule));
    editor.change(["liabilities"], isPlayed ? [...others, former.find(ofRule(name)) ?? { rule: name }] : others);
  };
  return html`
    <fieldset class="choice">
      <legend>${text("rule_liabilities")}</legend>
      ${LIABILITIES.map(
        (name) => html`
          <label class="check">
            <input type="checkbox" checked=${rules.some(ofRule(name))}
              onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => play(name, currentTarget.checked)} />
            ${liabilityName(name)}
          </label>
        `,
      )}
      <${FieldProblems} editor=${editor} place=${["liabilities"]} />
    </fieldset>
  `;
}
