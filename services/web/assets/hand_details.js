// @ts-check
/** Everything that is known of a row of the sheet: why, who paid, who recorded it, what it was before, and its receipt. */
import { readOutcome } from "./club_api.js";
import { CorrectionBar } from "./correction_bar.js";
import { CorrectionForm } from "./correction_form.js";
import { EarlierVersions } from "./earlier_versions.js";
import { HandExplanation } from "./hand_explanation.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { InsertForm } from "./insert_form.js";
import { text } from "./language.js";
import { amountName, circumstanceTexts, outcomeText } from "./outcome_text.js";
import { chairNames } from "./played_names.js";
import { PointsTable } from "./points_table.js";
import { ProblemView } from "./problem_view.js";
import { ReceiptLink } from "./receipt_link.js";
import { ReseatForm } from "./reseat_form.js";
import { TotalsInsteadForm } from "./totals_instead_form.js";
import { useRecordedText } from "./use_members.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/**
 * What a row is shown with. `path`: of the match in the API.
 * @typedef {{
 *   path: string, club: string, match: Schemas["Match"], rounds: Schemas["Rounds"], playerName: import("./played_names.js").PlayerName,
 *   variant: import("./match_variant.js").VariantDocument | null, patternName: (id: string) => string, canCorrect: boolean, correction: import("./use_correction_draft.js").CorrectionDraft, look: () => Promise<void>,
 * }} SheetTable
 */

/** They are loaded together: whoever corrects needs most of them. */
export { CorrectionBar, InsertForm, ReseatForm, TotalsInsteadForm };

/** @param {string} path @param {string} id @param {number} version the outcome may be another one in each version of the match */
function useOutcome(path, id, version) {
  const [outcome, setOutcome] = useState(/** @type {Schemas["RecordedOutcome"] | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    let isCurrent = true;
    readOutcome(path, id).then(
      (read) => {
        if (!isCurrent) return;
        setOutcome(read);
        setError(null);
      },
      (refused) => isCurrent && setError(refused),
    );
    return () => {
      isCurrent = false;
    };
  }, [path, id, version]);
  return { outcome, error };
}

/** @param {{ id: string, table: SheetTable }} properties `id`: of the outcome */
export function HandDetails({ id, table }) {
  const { path, club, match, playerName, patternName, canCorrect } = table;
  const { outcome: recorded, error } = useOutcome(path, id, match.version);
  const recordedText = useRecordedText(club);
  const [isCorrecting, setCorrecting] = useState(false);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  if (recorded === null) return error === null ? html`<p role="status">${text("loading")}</p>` : html`<${ProblemView} error=${error} />`;
  const name = chairNames(recorded.payments, playerName);
  const { outcome, scores, earlier = [] } = recorded;
  const named = amountName(outcome, table.variant);
  const winners = outcome.kind === "win" ? outcome.winners : [];
  const circumstances = circumstanceTexts(outcome, name);
  const closeCorrection = () => {
    setCorrecting(false);
    heading.current?.focus();
  };
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <h3 tabindex="-1" ref=${heading}>${outcomeText(outcome, name, playerName)}</h3>
    ${named && html`<p>${named}</p>`}
    ${circumstances.length > 0 && html`<ul>${circumstances.map((one) => html`<li>${one}</li>`)}</ul>`}
    ${scores.map(({ chair, score }) => {
      const winner = winners.find((one) => one.chair === chair);
      return html`<${HandExplanation} key=${chair} score=${score} winner=${winner} name=${name(chair)} patternName=${patternName} />`;
    })}
    <${Payments} recorded=${recorded} name=${name} />
    ${recorded.reason && html`<p>${text("reason")}: ${recorded.reason}</p>`}
    <p class="quiet-text">${recordedText(recorded)}</p>
    ${earlier.length > 0 && html`<${EarlierVersions} earlier=${earlier} playerName=${playerName} recordedText=${recordedText} />`}
    <details><summary>${text("receipt")}</summary><${ReceiptLink} key=${recorded.seq} club=${club} seq=${recorded.seq} /></details>
    ${canCorrect && !isCorrecting && html`<button type="button" onClick=${() => setCorrecting(true)}>${text("correct_this")}</button>`}
    ${isCorrecting && html`<${CorrectionForm} recorded=${recorded} table=${table} onClose=${closeCorrection} />`}
  `;
}

/** @param {{ recorded: Schemas["RecordedOutcome"], name: (chair: number) => string }} properties */
function Payments({ recorded, name }) {
  const { payments, house_points } = recorded;
  const rows = payments.map(({ chair, seat_wind, points }) => ({ name: name(chair), note: text(seat_wind), points: [points] }));
  const house = house_points === undefined ? [] : [{ name: text("to_house"), points: [house_points] }];
  return html`<${PointsTable} caption=${text("payments")} columns=${[text("points")]} rows=${[...rows, ...house]} />`;
}
