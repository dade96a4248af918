// @ts-check
/** House rules in the making: a variant changed by a form that is made from its schema, checked by the server, with its differences from the base in words. */
import { DocumentTextField } from "./document_text_field.js";
import { FormPart } from "./form_part.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { PropertyFields } from "./property_fields.js";
import { saveFile } from "./save_file.js";
import { SchemaField } from "./schema_field.js";
import { useAction } from "./use_action.js";
import { useDocumentCheck } from "./use_document_check.js";
import { differencesOf } from "./variant_differences.js";
import { VariantDifferencesView } from "./variant_differences_view.js";
import { documentText, isObject, stepsOf, withValue } from "./variant_document.js";
import { sectionsOf, titleOf } from "./variant_schema.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */
/** @typedef {import("./variant_schema.js").Schema} Schema */

/** How many sections are open at first. */
const OPEN_AT_FIRST = 2;

/**
 * @param {{ base: VariantDocument, first: VariantDocument, schema: Schema, patterns: Schemas["Pattern"][], patternName: (id: string) => string,
 *   onAdd: (document: VariantDocument) => Promise<unknown>, onLeave: () => void }} properties
 * `base`: what it is made from; `first`: what the form begins with
 */
export function VariantEditor({ base, first, schema, patterns, patternName, onAdd, onLeave }) {
  const [document, setDocument] = useState(first);
  const [isBroken, setBroken] = useState(false);
  const { problems, isChecked, error } = useDocumentCheck(document, schema);
  const adding = useAction();
  const change = (/** @type {import("./variant_document.js").Place} */ place, /** @type {unknown} */ value) =>
    setDocument((before) => {
      const changed = withValue(before, place, value);
      return isObject(changed) ? changed : before;
    });
  /** @type {Editor} */
  const editor = { document, base, problems, change, patterns, patternName, Field: SchemaField };
  const problemsOf = (/** @type {ReadonlyArray<string>} */ fields) => problems.filter(({ pointer }) => fields.includes(stepsOf(pointer)[0] ?? ""));
  const others = problems.filter((problem) => !problemsOf(Object.keys(schema.properties ?? {})).includes(problem));
  const state = isBroken ? "not_json_object" : problems.length > 0 ? "problems_above" : isChecked ? "nothing_wrong" : "checking";
  const save = () => saveFile(`${typeof document.id === "string" ? document.id : "variant"}.json`, documentText(document), "application/json");
  return html`
    <form class="editor" novalidate onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      adding.act(() => onAdd(document));
    }}>
      ${sectionsOf(schema).map(
        (section, index) => html`
          <${FormPart} ...${titled(titleOf(section.schema), problemsOf(section.properties.map(({ name }) => name)).length)} isOpenAtFirst=${index < OPEN_AT_FIRST}
            content=${() => html`<${PropertyFields} field=${{ editor, place: [], schema }} properties=${section.properties} />`} />
        `,
      )}
      <${FormPart} ...${titled(text("section_document"), others.length + (isBroken ? 1 : 0))}
        content=${() => html`<${DocumentTextField} document=${document} problems=${others} onDocument=${setDocument} onBroken=${setBroken} />`} />
      <section aria-labelledby="preview">
        <h4 id="preview">${text("preview")}</h4>
        <${VariantDifferencesView} differences=${differencesOf(base, document, schema)} schema=${schema} patternName=${patternName} />
      </section>
      <p role="status" class=${problems.length > 0 ? "problem" : ""}>${text(state, { count: problems.length })}</p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      ${adding.error !== null && html`<${ProblemView} error=${adding.error} />`}
      <button type="submit" class="go" disabled=${adding.isBusy || !isChecked || isBroken || problems.length > 0}>${text("add_rules")}</button>
      <p class="line">
        <button type="button" class="quiet" onClick=${save}>${text("download")}</button>
        <button type="button" class="quiet" onClick=${onLeave}>${text("drop_draft")}</button>
      </p>
    </form>
  `;
}

/** What a part of the form is called, with how many problems are in it. @param {string} title @param {number} wrong */
const titled = (title, wrong) => ({
  summary: html`<b>${title}</b>${wrong > 0 && html` <span class="wrong-count">${text("problem_count", { count: wrong })}</span>`}`,
  isWrong: wrong > 0,
});
