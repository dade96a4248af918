// @ts-check
/** What an audit found: the verdict, each failure in words, and what was checked and what was not. */
import { checkText, failureText, gapText } from "./audit_words.js";
import { html } from "./htm_preact_standalone.js";
import { isChinese, listed, text } from "./language.js";
import { saveFile } from "./save_file.js";
import { documentText } from "./variant_document.js";
import { WhatIfReport } from "./what_if_report.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** The report's fields that are shown; the documentation of the API says only that it is an object. `doubts` are the failures.
 * @typedef {{ doubts?: Failure[], entries?: number, entries_signed?: number, told?: Record<string, number>, checked?: string[], unchecked?: string[],
 *   projections?: { differing: number, first: Differing[] } | null,
 *   what_if?: import("./what_if_report.js").WhatIf | null }} Report */
/** @typedef {{ code: string, seq: number | null, detail: string }} Failure */
/** Something that the service keeps for quick reading, and that is not what the entries say.
 * @typedef {{ table: string, id?: unknown, field: string | null, stored: unknown, expected: unknown }} Differing */

/** @param {{ club: string, audit: Schemas["Audit"] }} properties of a finished audit */
export function AuditReport({ club, audit }) {
  const report = /** @type {Report} */ (audit.report ?? {});
  const { doubts = [], projections, told = {}, checked = [], unchecked = [], what_if: whatIf } = report;
  const save = () => saveFile(`faan-audit-${audit.id}.json`, documentText(audit), "application/json");
  return html`
    <p class=${audit.verdict === "sound" ? "" : "problem"}>
      ${audit.verdict && html`<b>${text(`verdict_${audit.verdict}`)}</b> ${text(`verdict_${audit.verdict}_means`)}`}
    </p>
    ${doubts.length > 0 && html`<ul class="failures">${doubts.map((failure) => html`<li><${FailureView} failure=${failure} /></li>`)}</ul>`}
    ${projections && projections.differing > 0 &&
    html`
      <p>${text("tables_differ", { count: projections.differing })}</p>
      <ul class="failures">${projections.first.map((differing) => html`<li><${DifferingView} differing=${differing} /></li>`)}</ul>
    `}
    ${report.entries !== undefined &&
    html`<p>${text("audit_figures", { entries: report.entries, signed: report.entries_signed ?? 0, matches: told.matches ?? 0, hands: told.hands ?? 0 })}</p>`}
    ${checked.length > 0 && html`<p><span class="label">${text("checked")}</span> ${listed(checked.map(checkText))}</p>`}
    ${unchecked.length > 0 && html`<p><span class="label">${text("unchecked")}</span> ${listed(unchecked.map(gapText))}</p>`}
    ${whatIf && html`<${WhatIfReport} club=${club} whatIf=${whatIf} />`}
    <p><button type="button" class="quiet" onClick=${save}>${text("download_report")}</button></p>
  `;
}

/** @param {{ failure: Failure }} properties */
const FailureView = ({ failure: { code, seq, detail } }) => html`
  ${seq !== null && html`<b>${text("entry_label", { seq })}</b>${" "}`}${isChinese() && html`${failureText(code)} `}<span lang="en">${detail}</span>
`;

/** @param {{ differing: Differing }} properties */
const DifferingView = ({ differing: { table, id, field, stored, expected } }) => html`
  <code>${field === null ? table : `${table}.${field}`}</code>
  ${id !== undefined && html` <small>${said(id)}</small>`}
  <br />${text("stored_and_expected", { stored: said(stored), expected: said(expected) })}
`;

/** @param {unknown} value */
const said = (value) => (value === null || value === undefined ? text("nothing") : typeof value === "string" ? value : JSON.stringify(value));
