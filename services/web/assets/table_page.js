// @ts-check
/** The table: who sits where and how they stand, recording what happened, and the score sheet. */
import { Refusal } from "./api.js";
import { endMatch, voidOutcome } from "./club_api.js";
import { CorrectionsView } from "./corrections_view.js";
import { Disclosure } from "./disclosure.js";
import { html, useState } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { later } from "./later.js";
import { linkIn } from "./link_in.js";
import { LiveNote } from "./live_note.js";
import { OutboxView } from "./outbox_view.js";
import { add } from "./outbox.js";
import { playerNames } from "./played_names.js";
import { PrintableSheet } from "./printable_sheet.js";
import { ProblemView } from "./problem_view.js";
import { RecordForm } from "./record_form.js";
import { Sheet } from "./sheet.js";
import { Summary } from "./summary.js";
import { usePatternName } from "./use_pattern_name.js";
import { mayCorrect, mayRecord, useRole } from "./use_role.js";
import { useFocus } from "./use_focus.js";
import { useTable } from "./use_table.js";
import { useTitle } from "./use_title.js";
import { useVariantDocument } from "./match_variant.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** Who sits at the table, chair 1 first. @param {Schemas["Match"]} match */
const seated = (match) => match.seats.map(({ player }) => player.id);

const MatchSettlement = later(() => import("./season_pages.js").then((module) => module.MatchSettlement));
const MatchLinks = later(() => import("./share_view.js").then((module) => module.MatchLinks));

/** @param {{ match: string }} properties `match`: its path in the API */
export function TablePage({ match: path }) {
  const { table, items, error, setError, look, numberOf, isLive, readAt } = useTable(path);
  const club = path.replace(/\/matches\/.*/, "");
  const variant = useVariantDocument(club, table?.match.variant.hash);
  const patternName = usePatternName(table !== null, variant?.house_patterns);
  const { role, clubName } = useRole(club);
  useTitle(clubName ? text("page_title", { club: clubName, page: text("table") }) : text("table"));
  if (table === null) return error === null ? null : html`<${OutOfReach} path=${path} error=${error} items=${items} look=${look} />`;
  const { match, rounds } = table;
  const number = numberOf(table);
  const names = new Map(match.seats.map(({ chair, player }) => [chair, player.name ?? text("unknown_name")]));
  /** @param {Schemas["Outcome"]} outcome @param {number} ofHand */
  const record = (outcome, ofHand) => {
    add(path, ofHand, outcome, seated(match));
    look();
  };
  // Of the version of the row: since then another row may have become the last.
  /** @param {string} outcome */
  const undo = (outcome) => voidOutcome(path, rounds.version ?? match.version, outcome, text("undo_reason")).then(look, setError);
  const end = () => endMatch(path, match.version, text("end_reason")).then(look, setError);
  const canRecord = mayRecord(role);
  const canChange = mayCorrect(role) && items.length === 0;
  const sheetTable = { path, club, match, playerName: playerNames(match, rounds), patternName, canCorrect: canChange, look };
  return html`
    ${error !== null && !(items.length > 0 && !(error instanceof Refusal)) && html`<${ProblemView} error=${error} />`}
    <${OutboxView} match=${path} items=${items} nextNumber=${match.next_number} players=${seated(match)}
      name=${(/** @type {number} */ chair) => names.get(chair) ?? ""} onChange=${look} />
    ${linkIn() === null && html`<p><a href=${club.replace("/v1", "")}>${clubName || text("nav_club")}</a></p>`}
    <${Seats} match=${match} number=${number} />
    <${LiveNote} isLive=${isLive} readAt=${readAt} />
    ${match.ending && html`<p role="status">${text("match_over")}</p>`}
    ${!canRecord && html`<p>${text(mayCorrect(role) ? "corrects_only" : "read_only")}</p>`}
    ${!match.ending &&
    canRecord &&
    html`<${Recording} path=${path} club=${club} match=${match} variant=${variant} names=${names} number=${number} hasWaiting=${items.length > 0}
      patternName=${patternName} onRecord=${record} onSent=${look} />`}
    <${Sheet} rounds=${rounds} table=${sheetTable} onUndo=${canChange ? undo : null} />
    ${linkIn() === null && html`<${CorrectionsView} table=${sheetTable} />`}
    <p><button type="button" class="quiet" onClick=${() => print()}>${text("print")}</button></p>
    <${PrintableSheet} club=${clubName} match=${match} rounds=${rounds} playerName=${sheetTable.playerName} />
    <${Summary} match=${match} rounds=${rounds} />
    ${linkIn() === null && canRecord && html`<${Disclosure} summary=${text("share")} content=${() => html`<${MatchLinks} match=${path} isOwner=${role === "owner"} isOver=${match.ending !== undefined} />`} />`}
    ${linkIn() === null &&
    match.stake_cents > 0 &&
    html`<${Disclosure} summary=${text("settle_match")}
      content=${() => html`<${MatchSettlement} club=${club} match=${path} version=${match.version} isScorer=${canRecord} />`} />`}
    ${linkIn() === null && !match.ending && canRecord && canChange && rounds.rounds.length > 0 && html`<${EndMatch} onEnd=${end} />`}
  `;
}

/** A table that cannot be read: what waits for it is still somebody's. @param {{ path: string, error: unknown, items: import("./outbox.js").Item[], look: () => void }} properties */
const OutOfReach = ({ path, error, items, look }) => html`
  <${ProblemView} error=${error} />
  <${OutboxView} match=${path} items=${items} nextNumber=${0} players=${[]} name=${(/** @type {number} */ number) => text("chair", { number })} onChange=${look} />
`;

/**
 * @param {{
 *   path: string, club: string, match: Schemas["Match"], variant: import("./match_variant.js").VariantDocument | null, names: Map<number, string>,
 *   number: number, hasWaiting: boolean, patternName: (id: string) => string, onRecord: (outcome: Schemas["Outcome"], number: number) => void, onSent: () => void,
 * }} properties
 */
function Recording({ path, club, match, variant, names, number, hasWaiting, patternName, onRecord, onSent }) {
  const table = { club, names, variant, seated: seated(match) };
  return html`<${RecordForm} path=${path} number=${number} hasWaiting=${hasWaiting} table=${table} patternName=${patternName} onRecord=${onRecord} onSent=${onSent} />`;
}

/** Ending a match is asked for twice: nothing is recorded after it. @param {{ onEnd: () => void }} properties */
function EndMatch({ onEnd }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return html`<p><button type="button" class="quiet" onClick=${() => setAsked(true)}>${text("end_match")}</button></p>`;
  return html`<${EndQuestion} onEnd=${onEnd} onLeave=${() => setAsked(false)} />`;
}

/** @param {{ onEnd: () => void, onLeave: () => void }} properties */
const EndQuestion = ({ onEnd, onLeave }) => html`
  <div class="line" role="group" tabindex="-1" ref=${useFocus()} aria-label=${text("end_match")}>
    ${text("end_sure")}
    <button type="button" onClick=${onEnd}>${text("end_match")}</button>
    <button type="button" class="quiet" onClick=${onLeave}>${text("go_on")}</button>
  </div>
`;

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
