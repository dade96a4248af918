// @ts-check
/** The table: who sits where and how they stand, recording what happened, and the score sheet. */
import { Refusal } from "./api.js";
import { endMatch, isBetween } from "./club_api.js";
import { CorrectionsView } from "./corrections_view.js";
import { html, useState } from "./htm_preact_standalone.js";
import { NO_TEXT_YET, nameOf, signed, text } from "./language.js";
import { LastHandNote } from "./last_hand_note.js";
import { later } from "./later.js";
import { LazyDetails } from "./lazy_details.js";
import { linkIn } from "./link_in.js";
import { LiveNote } from "./live_note.js";
import { OutboxView } from "./outbox_view.js";
import { restate } from "./outbox.js";
import { atChairs, chairNames, playerNames } from "./played_names.js";
import { PrintableSheet } from "./printable_sheet.js";
import { ProblemView } from "./problem_view.js";
import { RecordForm } from "./record_form.js";
import { Sheet } from "./sheet.js";
import { whatHappened } from "./sheet_row.js";
import { Summary } from "./summary.js";
import { playerText } from "./told_apart.js";
import { usePatternName } from "./use_pattern_name.js";
import { mayCorrect, mayDeclare, mayRecord, useRole } from "./use_role.js";
import { useCorrectionDraft } from "./use_correction_draft.js";
import { useFocus } from "./use_focus.js";
import { isOf, linesOf, useLastHand } from "./use_last_hand.js";
import { useTable } from "./use_table.js";
import { useTitle } from "./use_title.js";
import { fanOf, useVariantDocument } from "./match_variant.js";
import { VoidMatch, VoidNote } from "./void_match.js";
import { WakeLockSwitch } from "./wake_lock_switch.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** Why nothing more is recorded; null while something is. @param {Schemas["Match"]} match */
const whyOver = (match) => (match.void ? text("match_is_void") : match.ending ? text("match_over") : null);

/** Whether no hand and no points were recorded: only then the totals can be all there is. @param {Schemas["Match"]} match @param {Schemas["Rounds"]} rounds */
const isBlank = (match, rounds) => match.next_number === 1 && match.seats.every(({ total_points }) => total_points === 0) && !rounds.house_points;

/** Who sits at the table, chair 1 first. @param {Schemas["Match"]} match */
const seated = (match) => match.seats.map(({ player }) => player.id);

const MatchSettlement = later(() => import("./season_pages.js").then((module) => module.MatchSettlement));
const MatchLinks = later(() => import("./share_view.js").then((module) => module.MatchLinks));

/** @param {{ match: string }} properties `match`: its path in the API */
export function TablePage({ match: path }) {
  const { table, items, error, setError, look, numberOf, isLive, readAt } = useTable(path);
  const club = path.replace(/\/matches\/.*/, "");
  const variant = useVariantDocument(club, table?.match.terms.variant.hash);
  const patternName = usePatternName(table !== null, variant?.house_patterns);
  const { role: given, clubName } = useRole(club);
  const [chosen, setChanged] = useState(/** @type {import("./outbox.js").Item | null} */ (null));
  // What another page of this browser sent or dropped meanwhile cannot be changed: what is stated instead of it is another one.
  const changed = items.find(({ key }) => key === chosen?.key) ?? null;
  const lastHand = useLastHand(path, table, look, setError);
  const correction = useCorrectionDraft(path);
  useTitle(clubName ? text("page_title", { club: clubName, page: text("table") }) : text("table"));
  if (table === null) return error === null ? null : html`<${OutOfReach} path=${path} error=${error} items=${items} look=${look} />`;
  const { match, rounds } = table;
  // Whoever was let in to record reads what it came to, as long as the link is good.
  const role = linkIn() !== null && match.ending ? "player" : given;
  const number = numberOf(table);
  const names = new Map(match.seats.map(({ chair, player }) => [chair, playerText(player)]));
  const lines = linesOf(rounds);
  const lastLine = lines.at(-1);
  /** @param {Schemas["Outcome"]} outcome @param {number} ofHand @param {import("./between_hands.js").Begun} begun */
  const record = (outcome, ofHand, begun) => {
    const since = isBetween(outcome) ? begun : undefined;
    if (changed === null) lastHand.record(outcome, ofHand, seated(match), since);
    else {
      restate(path, changed.key, outcome, since);
      setChanged(null);
      look();
    }
  };
  const end = () => endMatch(path, match.version, text("end_reason")).then(look, setError);
  const canRecord = mayRecord(role);
  const canChange = mayCorrect(role) && items.length === 0 && !match.void;
  const playerName = playerNames(match, rounds);
  const sheetTable = { path, club, match, rounds, playerName, variant: variant ?? null, patternName, canCorrect: canChange, correction, look };
  const formTable = { club, names, variant: variant ?? null, seated: seated(match), fan: fanOf(variant, match.terms) };
  /** @param {number} recorded */
  const whatIs = (recorded) => {
    const line = lines.find((one) => one.number === recorded);
    return line ? whatHappened(line, chairNames(line.seats, playerName)) : null;
  };
  // What was refused is told elsewhere.
  const said = items.some(({ key, refusal }) => key === lastHand.last?.key && refusal) ? null : lastHand.last;
  const isReplaced = said !== null && !said.isTakenBack && !isBetween(said.outcome) && lines.some((line) => line.number === said.number && !isOf(line, said));
  const last = isReplaced ? { ...said, isChanged: true } : said;
  const isLast = lastLine !== undefined && last !== null && isOf(lastLine, last);
  const canUndo = items.some(({ key }) => key === last?.key) || (canChange && isLast);
  const note = html`<${LastHandNote} last=${last} line=${isLast ? lastLine : undefined} playerName=${playerName} canUndo=${canUndo} onUndo=${lastHand.undoLast} onRedo=${lastHand.redo} />`;
  return html`
    ${error !== null && !(items.length > 0 && !(error instanceof Refusal)) && html`<${ProblemView} error=${error} />`}
    <${OutboxView} match=${path} items=${items} nextNumber=${match.next_number} players=${seated(match)}
      nameThen=${(/** @type {string[]} */ players = seated(match)) => chairNames(atChairs(players), playerName)}
      changed=${changed} over=${whyOver(match)} onEdit=${canRecord && !match.ending && !match.void ? setChanged : null} onChange=${look} />
    ${linkIn() === null && html`<p><a href=${club.replace("/v1", "")}>${clubName || text("nav_club")}</a></p>`}
    <${Seats} match=${match} number=${number} />
    <p class="quiet-text">${variant ? text("played_by", { variant: nameOf(variant.name) }) : NO_TEXT_YET}</p>
    <${LiveNote} isLive=${isLive} readAt=${readAt} />
    ${match.void && html`<${VoidNote} club=${club} declaration=${match.void} />`}
    ${match.ending && html`<p role="status">${text("match_over")}</p>`}
    ${match.ending && linkIn()?.use === "record" && html`${note}<p>${text("ask_to_correct")}</p>`}
    ${!canRecord && !(linkIn() !== null && match.ending) && html`<p>${text(mayCorrect(role) ? "corrects_only" : "read_only")}</p>`}
    ${!match.ending &&
    !match.void &&
    canRecord &&
    html`<${RecordForm} path=${path} rounds=${rounds} number=${number} hasWaiting=${items.length > 0 && items[0]?.key !== changed?.key} isBlank=${isBlank(match, rounds) && items.length === 0} table=${formTable} patternName=${patternName}
      changed=${changed} whatIs=${whatIs} note=${note} hasNote=${last !== null} onBegin=${lastHand.forget} onRecord=${record} onLeave=${() => setChanged(null)} onSent=${look} />`}
    <${Sheet} rounds=${rounds} table=${sheetTable} onUndo=${canChange && (last === null || match.ending) ? lastHand.undo : null} />
    ${linkIn() === null && html`<${CorrectionsView} table=${sheetTable} />`}
    ${mayDeclare(role) && html`<${LazyDetails} summary=${text(match.void ? "reinstate_match" : "void_match")} content=${() => html`<${VoidMatch} path=${path} match=${match} look=${look} />`} />`}
    ${canRecord && whyOver(match) === null && html`<${WakeLockSwitch} />`}
    <p><button type="button" class="quiet" onClick=${() => print()}>${text("print")}</button></p>
    <${PrintableSheet} club=${clubName} match=${match} rounds=${rounds} playerName=${sheetTable.playerName} />
    <${Summary} match=${match} rounds=${rounds} />
    ${linkIn() === null && canRecord && html`<${LazyDetails} summary=${text("share")} content=${() => html`<${MatchLinks} match=${path} isOwner=${role === "owner"} isOver=${match.ending !== undefined} />`} />`}
    ${linkIn() !== null &&
    match.ending &&
    match.terms.stake_cents > 0 &&
    html`<section aria-label=${text("who_pays_whom")}><${MatchSettlement} club=${club} match=${path} version=${match.version} isScorer=${false} /></section>`}
    ${linkIn() === null &&
    match.terms.stake_cents > 0 &&
    html`<${LazyDetails} summary=${text("settle_match")}
      content=${() => html`<${MatchSettlement} club=${club} match=${path} version=${match.version} isScorer=${canRecord} />`} />`}
    ${linkIn() === null && !match.ending && canRecord && canChange && rounds.rounds.length > 0 && html`<${EndMatch} onEnd=${end} />`}
  `;
}

/** A table that cannot be read: what waits for it is still somebody's. @param {{ path: string, error: unknown, items: import("./outbox.js").Item[], look: () => void }} properties */
const OutOfReach = ({ path, error, items, look }) => html`
  <${ProblemView} error=${error} />
  <${OutboxView} match=${path} items=${items} nextNumber=${0} players=${[]} nameThen=${() => (/** @type {number} */ number) => text("chair", { number })} changed=${null} over=${null} onEdit=${null} onChange=${look} />
`;

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
          <b>${playerText(player)}</b>
          <span class="total">${signed(total_points)}</span>
        </div>
      `,
    )}
    <div class="round">
      <b>${text("round", { wind: text(match.deal.round_wind) })}</b>
      ${whyOver(match) === null && html`<small>${text("hand_number", { number })}</small>`}
      ${match.deal.extra > 0 && html`<small>${text("extra_hand", { count: match.deal.extra })}</small>`}
    </div>
  </section>
`;
