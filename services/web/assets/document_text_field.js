// @ts-check
/** The whole document of a variant as JSON, to change what the form has no field for, or to paste another document. */
import { DocumentProblem } from "./document_problem.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { documentFrom, documentText, saysTheSame } from "./variant_document.js";

/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */
/** @typedef {import("./variant_document.js").FieldError} FieldError */

/**
 * @param {{ document: VariantDocument, problems: FieldError[], onDocument: (document: VariantDocument) => void, onBroken: (isBroken: boolean) => void }} properties
 * `problems`: those without a field; `onBroken`: told whether what is typed is a document
 */
export function DocumentTextField({ document, problems, onDocument, onBroken }) {
  const [typed, setTyped] = useState("");
  const parsed = documentFrom(typed);
  const isBroken = typed !== "" && parsed === null;
  // What is typed stays as long as it means the document, or nothing yet.
  const isTyped = isBroken || (parsed !== null && saysTheSame(parsed, document));
  /** @param {{ currentTarget: HTMLTextAreaElement }} event */
  const onInput = ({ currentTarget }) => {
    const other = documentFrom(currentTarget.value);
    setTyped(currentTarget.value);
    onBroken(currentTarget.value !== "" && other === null);
    if (other !== null) onDocument(other);
  };
  const isWrong = isBroken || problems.length > 0;
  return html`
    <label for="variant-document">${text("document_hint")}</label>
    <textarea id="variant-document" class="document" rows="14" spellcheck=${false} lang="en" aria-invalid=${isWrong} aria-describedby="variant-document-wrong"
      value=${isTyped ? typed : documentText(document)} onInput=${onInput}></textarea>
    <ul class="wrong" id="variant-document-wrong">
      ${isBroken && html`<li>${text("not_json_object")}</li>`}
      ${problems.map((problem) => html`<li><${DocumentProblem} problem=${problem} withPointer /></li>`)}
    </ul>
  `;
}
