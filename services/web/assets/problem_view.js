// @ts-check
/** What went wrong, in the language of the page. */
import { Refusal } from "./api.js";
import { html, useEffect, useRef } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { markRefused } from "./refused_fields.js";
import { useProblemSentence } from "./use_problem_sentence.js";

/**
 * @param {{ error: unknown, unreachable?: string, whereOf?: (pointer: string) => string | null, isHere?: (pointer: string) => boolean }} properties
 * `unreachable`: what that means here, if the server cannot be reached; `whereOf`: what people call the place that is refused, where a request has
 * several; `isHere`: whether the form beside the problem states that place
 */
export function ProblemView({ error, unreachable = text("unreachable"), whereOf = () => null, isHere = () => true }) {
  const sentenceOf = useProblemSentence();
  const shown = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => (shown.current === null ? undefined : markRefused(shown.current, error, isHere)), [error, sentenceOf === null]);
  if (!(error instanceof Refusal)) return html`<p class="problem" role="alert">${unreachable}</p>`;
  if (sentenceOf === null) return null;
  const { title, detail, code, errors } = error.problem;
  const sentence = sentenceOf(code, detail) || title || text("unknown_problem");
  const others = (errors ?? []).map((one) => said(sentenceOf(one.code, one.detail), whereOf(one.pointer))).filter((one) => one !== sentence);
  return html`
    <div class="problem" role="alert" ref=${shown}>
      <p>${sentence}</p>
      ${others.length > 0 && html`<ul>${[...new Set(others)].map((one) => html`<li>${one}</li>`)}</ul>`}
    </div>
  `;
}

/** @param {string} sentence @param {string | null} where */
const said = (sentence, where) => (where === null ? sentence : text("refused_at", { where, what: sentence }));
