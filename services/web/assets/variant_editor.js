// @ts-check
/** House rules in the making: a variant changed by a form, checked by the server, with its differences from the base in words. */
import { VariantDifferencesView } from "./variant_differences_view.js";
import { DocumentTextField } from "./document_text_field.js";
import { FormPart } from "./form_part.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { saveFile } from "./save_file.js";
import { useAction } from "./use_action.js";
import { useDocumentCheck } from "./use_document_check.js";
import { VariantCourseFields } from "./variant_course_fields.js";
import { differencesOf } from "./variant_differences.js";
import { documentText, isObject, stepsOf, withValue } from "./variant_document.js";
import { VariantNameFields } from "./variant_name_fields.js";
import { VariantPatternFields } from "./variant_pattern_fields.js";
import { VariantPaymentFields } from "./variant_payment_fields.js";
import { VariantWinFields } from "./variant_win_fields.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./variant_document.js").Editor} Editor */
/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */

/** Which fields of a document stand in which section of the form. All others are changed as JSON. */
const FIELDS = {
  name: ["name", "id", "version", "source"],
  win: ["minimum_fan", "shapes", "tiles", "bonus_tile_wins", "man_wins"],
  payment: ["schedule", "cap", "limit", "multipliers", "starting_points"],
  patterns: ["patterns"],
  course: ["claims", "robbed_kongs", "deal", "false_mahjong", "liabilities"],
};
const IN_FORM = Object.values(FIELDS).flat();

/**
 * @param {{ base: VariantDocument, first: VariantDocument, patterns: Schemas["Pattern"][], patternName: (id: string) => string,
 *   onAdd: (document: VariantDocument) => Promise<unknown>, onLeave: () => void }} properties
 * `base`: what it is made from; `first`: what the form begins with
 */
export function VariantEditor({ base, first, patterns, patternName, onAdd, onLeave }) {
  const [document, setDocument] = useState(first);
  const [isBroken, setBroken] = useState(false);
  const { problems, isChecked, error } = useDocumentCheck(document);
  const adding = useAction();
  /** @type {Editor} */
  const editor = {
    document,
    base,
    problems,
    change: (place, value) =>
      setDocument((before) => {
        const changed = withValue(before, place, value);
        return isObject(changed) ? changed : before;
      }),
  };
  const fieldOf = (/** @type {string} */ pointer) => stepsOf(pointer)[0] ?? "";
  const wrongIn = (/** @type {ReadonlyArray<string>} */ fields) => problems.filter(({ pointer }) => fields.includes(fieldOf(pointer))).length;
  /** What a part of the form is called, with how many problems are in it. @param {"section_name" | "section_win" | "section_payment" | "section_patterns" | "section_course" | "section_document"} title @param {number} wrong */
  const titled = (title, wrong) => ({
    summary: html`<b>${text(title)}</b>${wrong > 0 && html` <span class="wrong-count">${text("problem_count", { count: wrong })}</span>`}`,
    isWrong: wrong > 0,
  });
  const others = problems.filter(({ pointer }) => !IN_FORM.includes(fieldOf(pointer)));
  const state = isBroken ? "not_json_object" : problems.length > 0 ? "problems_above" : isChecked ? "nothing_wrong" : "checking";
  const save = () => saveFile(`${typeof document.id === "string" ? document.id : "variant"}.json`, documentText(document), "application/json");
  return html`
    <form class="editor" novalidate onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      adding.act(() => onAdd(document));
    }}>
      <${FormPart} ...${titled("section_name", wrongIn(FIELDS.name))} isOpenAtFirst content=${() => html`<${VariantNameFields} editor=${editor} />`} />
      <${FormPart} ...${titled("section_win", wrongIn(FIELDS.win))} isOpenAtFirst content=${() => html`<${VariantWinFields} editor=${editor} />`} />
      <${FormPart} ...${titled("section_payment", wrongIn(FIELDS.payment))} content=${() => html`<${VariantPaymentFields} editor=${editor} />`} />
      <${FormPart} ...${titled("section_patterns", wrongIn(FIELDS.patterns))}
        content=${() => html`<${VariantPatternFields} editor=${editor} patterns=${patterns} />`} />
      <${FormPart} ...${titled("section_course", wrongIn(FIELDS.course))} content=${() => html`<${VariantCourseFields} editor=${editor} />`} />
      <${FormPart} ...${titled("section_document", others.length + (isBroken ? 1 : 0))}
        content=${() => html`<${DocumentTextField} document=${document} problems=${others} onDocument=${setDocument} onBroken=${setBroken} />`} />
      <section aria-labelledby="preview">
        <h4 id="preview">${text("preview")}</h4>
        <${VariantDifferencesView} differences=${differencesOf(base, document)} patternName=${patternName} />
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
