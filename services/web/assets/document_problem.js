// @ts-check
/** Something that is wrong with the document of a variant. */
import { DOCUMENT_PROBLEM_TEXT } from "./document_problem_text.js";
import { html } from "./htm_preact_standalone.js";
import { isChinese } from "./language.js";

/** @param {{ problem: import("./variant_document.js").DocumentFault, withPointer?: boolean }} properties `withPointer`: whether its place is said */
export function DocumentProblem({ problem, withPointer = false }) {
  const language = problem.isOwn ? undefined : "en";
  const chinese = isChinese() ? DOCUMENT_PROBLEM_TEXT[problem.code] : undefined;
  return html`
    ${withPointer && html`<code>${problem.pointer || "/"}</code>${" "}`}
    ${chinese ? html`${chinese} <small lang=${language}>${problem.detail}</small>` : html`<span lang=${language}>${problem.detail}</span>`}
  `;
}
