// @ts-check
/** The rules a hand is scored by: a built-in variant, or a document of one's own. */
import { checkVariant } from "./api.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { later } from "./later.js";
import { ProblemView } from "./problem_view.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./score_request.js").Rules} Rules */

const OWN = "";
const DocumentProblem = later(() => import("./document_problem.js").then((module) => module.DocumentProblem));

/** @param {{ variants: Schemas["VariantSummary"][], rules: Rules, onChange: (rules: Rules) => void }} properties */
export function VariantChoice({ variants, rules, onChange }) {
  const id = "id" in rules ? rules.id : OWN;
  const chosen = variants.find((variant) => variant.id === id);
  return html`
    <section aria-labelledby="rules">
      <h2 id="rules">${text("rules")}</h2>
      <label>${text("variant")}${" "}
        <select value=${id} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget: { value } }) => onChange(value === OWN ? { document: "" } : { id: value })}>
          ${variants.map((variant) => html`<option value=${variant.id}>${nameOf(variant.name)}</option>`)}
          <option value=${OWN}>${text("own_document")}</option>
        </select>
      </label>
      ${chosen && html`<details><summary>${text("rules_source")}</summary><p class="quiet-text" lang="en">${chosen.source}</p></details>`}
      ${"document" in rules && html`<${OwnDocument} document=${rules.document} onChange=${(/** @type {string} */ document) => onChange({ document })} />`}
    </section>
  `;
}

/** @param {{ document: string, onChange: (document: string) => void }} properties */
function OwnDocument({ document, onChange }) {
  const [problems, setProblems] = useState(/** @type {Schemas["FieldError"][]} */ ([]));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const parsed = parse(document);
  useEffect(() => {
    setProblems([]);
    setError(null);
    if (parsed === undefined) return undefined;
    const controller = new AbortController();
    checkVariant({ document: parsed }, controller.signal)
      .then((answer) => setProblems(answer.problems))
      .catch((refused) => controller.signal.aborted || setError(refused));
    return () => controller.abort();
  }, [document]);
  return html`
    <label for="document">${text("own_document_hint")}</label>
    <textarea id="document" rows="8" spellcheck=${false} aria-describedby="document-wrong"
      onChange=${(/** @type {{ currentTarget: HTMLTextAreaElement }} */ { currentTarget }) => onChange(currentTarget.value)}>${document}</textarea>
    <div id="document-wrong" role="alert">
      ${document !== "" && parsed === undefined && html`<p>${text("not_json")}</p>`}
      ${problems.length > 0 && html`<ul>${problems.map((problem) => html`<li><${DocumentProblem} problem=${problem} withPointer /></li>`)}</ul>`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
    </div>
  `;
}

/** @param {string} document @returns {Record<string, never> | undefined} */
export function parse(document) {
  try {
    return JSON.parse(document);
  } catch {
    return undefined;
  }
}
