// @ts-check
/** What went wrong, in the language of the page. */
import { Refusal } from "./api.js";
import { html } from "./htm_preact_standalone.js";
import { isChinese, text } from "./language.js";
import { PROBLEM_TEXTS } from "./problem_texts.js";

/** English is what the server says; in Chinese there is a text for each code. @param {string} code @param {string} detail @returns {string} */
function sentenceOf(code, detail) {
  const chinese = PROBLEM_TEXTS[code];
  return isChinese() && chinese ? chinese.join("") : detail;
}

/** @param {{ error: unknown }} properties */
export function ProblemView({ error }) {
  if (!(error instanceof Refusal)) return html`<p class="problem" role="alert">${text("offline")}</p>`;
  const { title, detail, code, errors } = error.problem;
  const sentence = sentenceOf(code, detail) || title || text("unknown_problem");
  const others = (errors ?? []).map((one) => sentenceOf(one.code, one.detail)).filter((one) => one !== sentence);
  return html`
    <div class="problem" role="alert">
      <p>${sentence}</p>
      ${others.length > 0 && html`<ul>${[...new Set(others)].map((one) => html`<li>${one}</li>`)}</ul>`}
    </div>
  `;
}
