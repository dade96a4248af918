// @ts-check
/** What is doubtful in a file, by line. */
import { html } from "./htm_preact_standalone.js";
import { isChinese, text } from "./language.js";
import { useProblemSentence } from "./use_problem_sentence.js";

/** @typedef {import("./api.js").Schemas["SheetIssue"]} Doubt */
/** @typedef {import("./language.js").TextKey} TextKey */

/** What is only suspicious: problems have texts of their own. @type {Readonly<Record<string, TextKey>>} */
const SUSPICIONS = {
  repeated_line: "doubt_repeated_line",
  match_goes_on: "doubt_match_goes_on",
  distant_day: "doubt_distant_day",
  nothing_said: "doubt_nothing_said",
  many_fan: "doubt_many_fan",
  known_match: "doubt_known_match",
};

/** @param {{ title: string, doubts: Doubt[] }} properties */
export function ImportDoubts({ title, doubts }) {
  const sentenceOf = useProblemSentence();
  if (doubts.length === 0 || sentenceOf === null) return null;
  return html`
    <h4>${title}</h4>
    <ul class="list">
      ${doubts.map(({ line, column, code, detail }) => html`
        <li>
          <b>${text("import_line", { line })}</b>${column && html` <code>${column}</code>`}<br />
          <${DoubtText} chinese=${chineseOf(code, sentenceOf)} detail=${detail} />
        </li>
      `)}
    </ul>
  `;
}

/** What is doubtful, in Chinese; empty if the page has no words for it, and in English: the server says it, with what stands in the file. @param {string} code @param {(code: string, detail: string) => string} sentenceOf */
function chineseOf(code, sentenceOf) {
  const suspicion = Object.hasOwn(SUSPICIONS, code) ? SUSPICIONS[code] : undefined;
  if (!isChinese()) return "";
  return suspicion === undefined ? sentenceOf(code, "") : text(suspicion);
}

/** @param {{ chinese: string, detail: string }} properties */
const DoubtText = ({ chinese, detail }) => (chinese ? html`${chinese} <small lang="en">${detail}</small>` : html`<span lang="en">${detail}</span>`);
