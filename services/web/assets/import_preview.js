// @ts-check
/** What a file would import, what keeps it out, and importing it. */
import { Refusal } from "./api.js";
import { EnrolUnknown } from "./enrol_unknown.js";
import { html, useRef } from "./htm_preact_standalone.js";
import { ImportDoubts } from "./import_doubts.js";
import { ImportMatch } from "./import_match.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { gatherUnknownNames } from "./unknown_names.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./import_api.js").Preview} Preview */
/** @typedef {import("./language.js").TextKey} TextKey */

/** @type {Readonly<Record<import("./api.js").Schemas["Separator"], TextKey>>} */
const SEPARATORS = { comma: "import_comma", semicolon: "import_semicolon", tab: "import_tab" };

/** @param {Preview} preview */
const refusedOf = ({ doubts }) => doubts.filter(({ grade }) => grade === "refused");

/** @param {Preview} preview */
const suspiciousOf = ({ doubts }) => doubts.filter(({ grade }) => grade !== "refused");

/** What a check found, for who does not see the page. @param {Preview} preview */
export const summaryOf = (preview) => text("import_summary", { matches: preview.matches.length, refused: refusedOf(preview).length, suspicious: suspiciousOf(preview).length });

/** The preview with the lines for which the import was refused; null if it was for something else. @param {Preview} preview @param {unknown} error @returns {Preview | null} */
export function withRefusedLines(preview, error) {
  if (!(error instanceof Refusal) || error.problem.code !== "import_refused") return null;
  const lines = (error.problem.errors ?? []).flatMap(({ line, column, code, detail, unknown_name }) =>
    line === undefined ? [] : [{ line, column, code, detail, unknown_name, grade: /** @type {const} */ ("refused") }],
  );
  return lines.length === 0 ? null : { ...preview, doubts: [...lines, ...suspiciousOf(preview)], more_doubts: 0 };
}

/**
 * @param {{ club: string, preview: Preview, check: number, onCheck: () => Promise<unknown>, onImport: () => Promise<unknown> }} properties
 * `club`: its path in the API; `check`: which one found it; `onCheck`: checks the file again
 */
export function ImportPreview({ club, preview, check, onCheck, onImport }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const refused = refusedOf(preview);
  const { names, others } = gatherUnknownNames(refused);
  const { matches, more_doubts: more } = preview;
  return html`
    <section aria-labelledby="import-found">
      <h3 id="import-found" tabindex="-1" ref=${heading}>${text("import_found")}</h3>
      <${ReadAs} preview=${preview} />
      ${names.length > 0 && html`<${EnrolUnknown} club=${club} names=${names} onCheck=${onCheck} onEnrolled=${() => heading.current?.focus()} />`}
      <${ImportDoubts} title=${text("import_refused")} doubts=${others} />
      <${ImportDoubts} title=${text("import_suspicious")} doubts=${suspiciousOf(preview)} />
      ${more > 0 && html`<p>${text("import_more", { count: more })}</p>`}
      ${matches.length > 0 && html`<h4>${text("matches")}</h4><ul class="list">${matches.map((found) => html`<li key=${found.line}><${ImportMatch} found=${found} /></li>`)}</ul>`}
      <${ImportButton} key=${check} count=${matches.length} isKeptOut=${refused.length > 0} onImport=${onImport} />
    </section>
  `;
}

/** What the server read the file as: wrong letters come from there. @param {{ preview: Preview }} properties */
function ReadAs({ preview: { read_as: { format, encoding, separator } } }) {
  return html`<dl class="facts">
    <dt>${text("import_format")}</dt><dd><code>${format}</code></dd>
    ${encoding && html`<dt>${text("import_encoding")}</dt><dd><code>${encoding}</code></dd>`}
    ${separator && html`<dt>${text("import_separator")}</dt><dd>${text(SEPARATORS[separator])}</dd>`}
  </dl>`;
}

/** @param {{ count: number, isKeptOut: boolean, onImport: () => Promise<unknown> }} properties */
function ImportButton({ count, isKeptOut, onImport }) {
  const { isBusy, error, act } = useAction();
  const label = count === 1 ? text("import_one") : text("import_several", { count });
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${isKeptOut ? html`<p>${text("import_kept_out")}</p>` : html`<button type="button" class="go" disabled=${isBusy || count === 0} onClick=${() => act(onImport)}>${label}</button>`}
  `;
}
