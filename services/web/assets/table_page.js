// @ts-check
/** The table: who sits where and how they stand, recording what happened, and the score sheet. */
import { Refusal } from "./api.js";
import { endMatch, voidOutcome } from "./club_api.js";
import { CorrectionsView } from "./corrections_view.js";
import { html, useState } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { OutboxView } from "./outbox_view.js";
import { add } from "./outbox.js";
import { playerNames } from "./played_names.js";
import { PrintableSheet } from "./printable_sheet.js";
import { ProblemView } from "./problem_view.js";
import { RecordForm } from "./record_form.js";
import { Sheet } from "./sheet.js";
import { Summary } from "./summary.js";
import { canRecord, useMembership } from "./use_membership.js";
import { usePatternName } from "./use_pattern_name.js";
import { useTable } from "./use_table.js";
import { useVariantDocument } from "./variant_document.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ match: string }} properties `match`: its path in the API */
export function TablePage({ match: path }) {
  const { table, items, error, setError, look, numberOf } = useTable(path);
  const patternName = usePatternName();
  const club = path.replace(/\/matches\/.*/, "");
  const membership = useMembership(club);
  if (table === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { match, rounds } = table;
  const number = numberOf(table);
  const names = new Map(match.seats.map(({ chair, player }) => [chair, player.name ?? text("unknown_name")]));
  /** @param {Schemas["Outcome"]} outcome */
  const record = (outcome) => {
    add(path, number, outcome);
    look();
  };
  /** @param {string} outcome */
  const undo = (outcome) => voidOutcome(path, match.version, outcome, text("undo_reason")).then(look, setError);
  const end = () => endMatch(path, match.version, text("end_reason")).then(look, setError);
  const mayRecord = membership !== null && canRecord(membership.role);
  const canChange = mayRecord && items.length === 0;
  const sheetTable = { path, club, match, playerName: playerNames(match, rounds), patternName, canCorrect: canChange, look };
  return html`
    ${error !== null && !(items.length > 0 && !(error instanceof Refusal)) && html`<${ProblemView} error=${error} />`}
    <${OutboxView} match=${path} items=${items} nextNumber=${match.next_number} name=${(/** @type {number} */ chair) => names.get(chair) ?? ""} onChange=${look} />
    <${Seats} match=${match} number=${number} />
    ${match.ending && html`<p role="status">${text("match_over")}</p>`}
    ${membership !== null && !mayRecord && html`<p>${text("read_only")}</p>`}
    ${!match.ending &&
    mayRecord &&
    html`<${Recording} path=${path} club=${club} match=${match} names=${names} number=${number} hasWaiting=${items.length > 0}
      patternName=${patternName} onRecord=${record} onSent=${look} />`}
    <${Sheet} rounds=${rounds} table=${sheetTable} onUndo=${canChange ? undo : null} />
    <${CorrectionsView} table=${sheetTable} />
    <p><button type="button" class="quiet" onClick=${() => print()}>${text("print")}</button></p>
    <${PrintableSheet} club=${membership?.club.name ?? ""} match=${match} rounds=${rounds} playerName=${sheetTable.playerName} />
    <${Summary} match=${match} rounds=${rounds} />
    ${!match.ending && canChange && rounds.rounds.length > 0 && html`<${EndMatch} onEnd=${end} />`}
  `;
}

/**
 * @param {{
 *   path: string, club: string, match: Schemas["Match"], names: Map<number, string>, number: number, hasWaiting: boolean,
 *   patternName: (id: string) => string, onRecord: (outcome: Schemas["Outcome"]) => void, onSent: () => void,
 * }} properties
 */
function Recording({ path, club, match, names, number, hasWaiting, patternName, onRecord, onSent }) {
  const variant = useVariantDocument(club, match.variant.hash);
  const table = { club, names, variant, seated: match.seats.map(({ player }) => player.id) };
  return html`<${RecordForm} path=${path} number=${number} hasWaiting=${hasWaiting} table=${table} patternName=${patternName} onRecord=${onRecord} onSent=${onSent} />`;
}

/** Ending a match is asked for twice: nothing is recorded after it. @param {{ onEnd: () => void }} properties */
function EndMatch({ onEnd }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return html`<p><button type="button" class="quiet" onClick=${() => setAsked(true)}>${text("end_match")}</button></p>`;
  return html`
    <p class="line">
      ${text("end_sure")}
      <button type="button" onClick=${onEnd}>${text("end_match")}</button>
      <button type="button" class="quiet" onClick=${() => setAsked(false)}>${text("go_on")}</button>
    </p>
  `;
}

/** The four chairs, as they sit. @param {{ match: Schemas["Match"], number: number }} properties */
const Seats = ({ match, number }) => html`
  <section class="seats" aria-label=${text("table")}>
    ${match.seats.map(
      ({ chair, player, seat_wind, total_points }) => html`
        <div class=${`seat seat-${chair}${chair === match.deal.dealer ? " deals" : ""}`}>
          <small>${text(seat_wind)}${chair === match.deal.dealer && ` · ${text("deals")}`}</small>
          <b>${player.name ?? text("unknown_name")}</b>
          <span class="total">${signed(total_points)}</span>
        </div>
      `,
    )}
    <div class="round">
      <b>${text("round", { wind: text(match.deal.round_wind) })}</b>
      <small>${text("hand_number", { number })}</small>
      ${match.deal.extra > 0 && html`<small>${text("extra_hand", { count: match.deal.extra })}</small>`}
    </div>
  </section>
`;
