// @ts-check
/** What a club takes along: tables for spreadsheets, and the ledger, which proves them. */
import { Choice } from "./choice.js";
import { ClubFrame } from "./club_frame.js";
import { html, useState } from "./htm_preact_standalone.js";
import { isChinese, text } from "./language.js";
import { ANY_MEMBER, AUDITORS } from "./membership.js";
import { queryOf } from "./period.js";
import { PeriodForm } from "./period_form.js";
import { ProblemView } from "./problem_view.js";
import { saveBlob } from "./save_file.js";
import { readFile } from "./season_api.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./language.js").TextKey} TextKey */
/** @typedef {import("./period.js").Period} Period */

/** What a file of a table is, and what its name ends with. @typedef {"xlsx" | "csv"} Format */

/** Tables of a period, by their names in the API. @type {ReadonlyArray<readonly [table: string, label: TextKey, roles: ReadonlyArray<Schemas["Role"]>]>} */
const TABLES = [
  ["standings", "export_standings", ANY_MEMBER],
  ["hands", "export_hands", ["owner", "scorer", "auditor"]],
  ["payments", "export_payments", ["owner", "scorer", "auditor"]],
];

/** @param {{ club: string }} properties `club`: its path in the API */
export const ExportsPage = ({ club }) => html`
  <${ClubFrame} club=${club} page="exports" title=${text("exports")} roles=${ANY_MEMBER}
    content=${(/** @type {Schemas["Membership"]} */ { role, club: { time_zone } }) => html`<${Files} club=${club} timeZone=${time_zone} role=${role} />`} />
`;

/** @param {{ club: string, timeZone: string, role: Schemas["Role"] }} properties `timeZone`: of the club */
function Files({ club, timeZone, role }) {
  const [period, setPeriod] = useState(/** @type {Period} */ ({}));
  const [format, setFormat] = useState(/** @type {Format} */ ("xlsx"));
  const formats = /** @type {const} */ (["xlsx", "csv"]).map((one) => /** @type {const} */ ([one, text(`export_format_${one}`)]));
  const query = queryOf({ ...period, format, headings: isChinese() ? "zh-Hant" : undefined });
  return html`
    <${PeriodForm} period=${period} timeZone=${timeZone} onChange=${setPeriod} />
    <${Choice} name="format" legend=${text("export_format")} value=${format} options=${formats} onChange=${setFormat} />
    <ul class="list">
      ${TABLES.filter(([, , roles]) => roles.includes(role)).map(
        ([table, label]) => html`<li key=${table}><${Export} path=${`${club}/exports/${table}${query}`} file=${`${table}.${format}`} label=${text(label)} /></li>`,
      )}
    </ul>
    ${AUDITORS.includes(role) &&
    html`
      <p><${Export} path=${`${club}/ledger/export`} file="ledger.ndjson" label=${text("export_ledger")} /></p>
      <p class="quiet-text">${text("export_ledger_what")}</p>
    `}
  `;
}

/** @param {{ path: string, file: string, label: string }} properties */
function Export({ path, file, label }) {
  const { isBusy, error, act } = useAction();
  const save = () => act(async () => saveBlob(file, await readFile(path)));
  return html`
    <span class="line">${label} <button type="button" disabled=${isBusy} aria-label=${text("save_what", { what: label })} onClick=${save}>${text(isBusy ? "loading" : "save_file")}</button></span>
    ${error !== null && html`<${ProblemView} error=${error} />`}
  `;
}
