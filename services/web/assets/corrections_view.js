// @ts-check
/** The corrections of a match: who changed what, when and why. */
import { listCorrections } from "./club_api.js";
import { DifferencesView } from "./differences_view.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { useRecordedText } from "./use_members.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./hand_details.js").SheetTable} SheetTable */

/** They are read when the disclosure opens. @param {{ table: SheetTable }} properties */
export function CorrectionsView({ table }) {
  const [isOpen, setOpen] = useState(false);
  return html`
    <details onToggle=${(/** @type {{ currentTarget: HTMLDetailsElement }} */ { currentTarget }) => setOpen(currentTarget.open)}>
      <summary>${text("corrections")}</summary>
      ${isOpen && html`<${Corrections} table=${table} />`}
    </details>
  `;
}

/** @param {{ table: SheetTable }} properties */
function Corrections({ table }) {
  const { path, club, match, playerName } = table;
  const [page, setPage] = useState(/** @type {Schemas["Corrections"] | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const recordedText = useRecordedText(club);
  useEffect(() => {
    listCorrections(path, null).then(setPage, setError);
  }, [path, match.version]);
  /** @param {Schemas["Corrections"]} shown */
  const readMore = ({ corrections, next_cursor = "" }) =>
    listCorrections(path, next_cursor).then((next) => setPage({ ...next, corrections: [...corrections, ...next.corrections] }), setError);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (page === null) return html`<p role="status">${text("loading")}</p>`;
  return html`
    ${page.corrections.length === 0 && html`<p>${text("no_corrections")}</p>`}
    <ol class="list">
      ${page.corrections.map(
        (correction) => html`
          <li key=${correction.seq}>
            <b>${correction.reason ?? text("reason_erased")}</b>
            <br /><small>${recordedText(correction)}</small>
            <${DifferencesView} corrected=${correction} playerName=${playerName} />
          </li>
        `,
      )}
    </ol>
    ${page.next_cursor && html`<button type="button" onClick=${() => readMore(page)}>${text("show_more")}</button>`}
  `;
}
