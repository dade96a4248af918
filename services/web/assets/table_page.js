// @ts-check
/** The table: who sits where and how they stand, recording what happened, and the score sheet. */
import { Refusal, listPatterns } from "./api.js";
import { endMatch, readMatch, readRounds, voidOutcome } from "./club_api.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { nameOf, signed, text } from "./language.js";
import { OutboxView } from "./outbox_view.js";
import { add, flush, waiting } from "./outbox.js";
import { ProblemView } from "./problem_view.js";
import { Sheet } from "./sheet.js";
import { Summary } from "./summary.js";
import { WinForm } from "./win_form.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./outbox.js").Item} Item */
/** @typedef {{ match: Schemas["Match"], rounds: Schemas["Rounds"] }} Table */

/** How often the page looks for what others recorded, and sends what waits. */
const LOOK_MS = 5_000;

/** @param {string} path @returns {Promise<Table>} */
async function load(path) {
  const [match, rounds] = await Promise.all([readMatch(path), readRounds(path)]);
  return { match, rounds };
}

/** The number of the hand that is played now: after what the server has, what was sent there and what waits. @param {Table} table @param {number} sent @param {Item[]} items */
const numberOf = ({ match }, sent, items) => Math.max(match.next_number, sent + 1, (items.at(-1)?.number ?? 0) + 1);

/** The match as the server has it, and what waits to be sent there. @param {string} path */
function useTable(path) {
  const [table, setTable] = useState(/** @type {Table | null} */ (null));
  const [items, setItems] = useState(waiting(path));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** The last number that was sent: the match may not have been read since. */
  const sent = useRef(0);
  const onSent = (/** @type {number} */ number) => {
    sent.current = Math.max(sent.current, number);
  };
  const lookOnce = async () => {
    try {
      await flush(path, onSent);
      setTable(await load(path));
      sent.current = 0;
      setError(null);
    } catch (failed) {
      setError(failed);
    }
    setItems(waiting(path));
  };
  /** One look after another, and at most one waits: it sees whatever was recorded before it began. @type {{ current: { running: Promise<void>, next: Promise<void> | null } | null }} */
  const looks = useRef(null);
  /** @returns {Promise<void>} */
  const look = () => {
    setItems(waiting(path));
    if (looks.current === null) {
      const running = lookOnce().finally(() => {
        looks.current = null;
      });
      looks.current = { running, next: null };
      return running;
    }
    looks.current.next ??= looks.current.running.then(look);
    return looks.current.next;
  };
  useEffect(() => {
    look();
    const timer = setInterval(() => document.visibilityState === "visible" && look(), LOOK_MS);
    addEventListener("online", look);
    return () => {
      clearInterval(timer);
      removeEventListener("online", look);
    };
  }, [path]);
  return { table, items, error, setError, look, sent: sent.current };
}

/** Names of patterns, for the sheet. */
function usePatternName() {
  const [names, setNames] = useState(/** @type {Map<string, Schemas["Name"]>} */ (new Map()));
  useEffect(() => {
    // Without them the sheet shows ids.
    listPatterns().then(({ patterns }) => setNames(new Map(patterns.map(({ id, name }) => [id, name]))), () => {});
  }, []);
  /** @param {string} id */
  return (id) => {
    const name = names.get(id);
    return name ? nameOf(name) : id;
  };
}

/** @param {{ match: string }} properties `match`: its path in the API */
export function TablePage({ match: path }) {
  const { table, items, error, setError, look, sent } = useTable(path);
  const patternName = usePatternName();
  if (table === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { match, rounds } = table;
  const number = numberOf(table, sent, items);
  /** @param {number} chair */
  const name = (chair) => match.seats.find((seat) => seat.chair === chair)?.player.name ?? text("unknown_name");
  /** @param {Schemas["Outcome"]} outcome */
  const record = (outcome) => {
    add(path, number, outcome);
    look();
  };
  /** @param {string} outcome */
  const undo = (outcome) => voidOutcome(path, match.version, outcome, text("undo_reason")).then(look, setError);
  const end = () => endMatch(path, match.version, text("end_reason")).then(look, setError);
  const canChange = items.length === 0;
  return html`
    ${error !== null && !(items.length > 0 && !(error instanceof Refusal)) && html`<${ProblemView} error=${error} />`}
    <${OutboxView} match=${path} items=${items} nextNumber=${match.next_number} name=${name} onChange=${look} />
    <${Seats} match=${match} number=${number} />
    ${match.ending
      ? html`<p role="status">${text("match_over")}</p>`
      : html`<${WinForm} key=${number} path=${path} match=${match} number=${number} hasWaiting=${items.length > 0} onRecord=${record} patternName=${patternName} />`}
    <${Sheet} rounds=${rounds} patternName=${patternName} onUndo=${canChange ? undo : null} />
    <${Summary} match=${match} rounds=${rounds} />
    ${!match.ending && canChange && rounds.rounds.length > 0 && html`<${EndMatch} onEnd=${end} />`}
  `;
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
