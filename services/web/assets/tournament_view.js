// @ts-check
/** One tournament: the round that is played, its clock, the standings, who takes part, what comes next. It is read again by itself. */
import { AskedTwice } from "./asked_twice.js";
import { EveningRound } from "./evening_round.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { OWNERS, REFEREES, SCORERS, TIMEKEEPERS } from "./membership.js";
import { NextTournamentRound } from "./next_tournament_round.js";
import { PenaltiesList } from "./penalties_list.js";
import { ProblemView } from "./problem_view.js";
import { ReplayRound } from "./replay_round.js";
import { TournamentClock } from "./tournament_clock.js";
import { TournamentDraws } from "./tournament_draws.js";
import { TournamentEntrants } from "./tournament_entrants.js";
import { TournamentRulesView } from "./tournament_rules_view.js";
import { TournamentStandings } from "./tournament_standings.js";
import { closeTournament } from "./tournaments_api.js";
import { earlierThatPlay, notOpened, playingCount, voidTables } from "./unfinished_tables.js";
import { useSameKey } from "./use_same_key.js";
import { countedRounds, useTournament } from "./use_tournament.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, tournament: string, role: Schemas["Role"] }} properties `club`, `tournament`: their paths in the API */
export function TournamentView({ club, tournament: path, role }) {
  const { value, error, reload } = useTournament(path);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { name, from, until, rules, closed_seq, penalties } = value;
  const isOpen = closed_seq === undefined;
  const isScorer = SCORERS.includes(role) && isOpen;
  const page = club.replace("/v1", "");
  const counted = countedRounds(value);
  const round = counted.at(-1);
  const isKeeper = TIMEKEEPERS.includes(role);
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <h2>${name ?? text("unknown_name")}</h2>
    <p>${text("tournament_days", { from, until })}</p>
    ${!isOpen && html`<p><b>${text("tournament_is_closed")}</b></p>`}
    ${REFEREES.includes(role) && html`<p><a href=${`${path.replace("/v1", "")}/referee`}>${text("referee_page")}</a></p>`}
    <p><a href=${`${path.replace("/v1", "")}/print`}>${text("print_pages")}</a></p>
    <details><summary>${text("tournament_rules")}</summary><${TournamentRulesView} rules=${rules} /></details>
    ${round && isOpen && html`<${TournamentClock} tournament=${path} round=${round} rules=${rules} isKeeper=${isKeeper} onChange=${reload} />`}
    ${round ? html`<${EveningRound} club=${club} round=${round} isScorer=${isScorer} />` : html`<p role="status">${text("no_round_yet")}</p>`}
    ${isScorer && round && html`<${ReplayRound} path=${path} round=${round} onChange=${reload} />`}
    ${isScorer && html`<${NextTournamentRound} club=${club} path=${path} tournament=${value} round=${round} onChange=${reload} />`}
    ${earlierThatPlay(counted).map((earlier) => html`
      ${isOpen && html`<${TournamentClock} tournament=${path} round=${earlier} rules=${rules} isKeeper=${isKeeper && earlier.clock !== undefined} onChange=${reload} />`}
      <${EveningRound} key=${earlier.round} club=${club} round=${earlier} playsOn isScorer=${isScorer} />
      ${isScorer && html`<${ReplayRound} path=${path} round=${earlier} onChange=${reload} />`}
    `)}
    <${TournamentEntrants} club=${club} path=${path} entrants=${value.entrants} isScorer=${isScorer} onChange=${reload} />
    <${TournamentStandings} club=${club} path=${path} tournament=${value} />
    ${penalties.length > 0 && html`
      <section aria-labelledby="penalties">
        <h3 id="penalties">${text("penalties")}</h3>
        <${PenaltiesList} penalties=${penalties} />
      </section>
    `}
    <section aria-labelledby="find-seat">
      <h3 id="find-seat">${text("where_do_i_sit")}</h3>
      <p><a href=${`${page}/seat`}>${text("seat_link")}</a></p>
    </section>
    <${TournamentDraws} club=${club} tournament=${value} replay=${isScorer ? { path, onChange: reload } : null} />
    ${OWNERS.includes(role) && isOpen && html`<${CloseTournament} path=${path} counted=${counted} planned=${rules.rounds} onClosed=${reload} />`}
  `;
}

/** @param {{ path: string, counted: Schemas["TournamentRound"][], planned: number, onClosed: () => void }} properties `counted`: the rounds that count; `planned`: how many there should be */
function CloseTournament({ path, counted, planned, onClosed }) {
  const sameKey = useSameKey();
  const missing = planned - (counted.at(-1)?.round ?? 0);
  const undrawn = missing > 0 ? [text(missing === 1 ? "round_not_drawn" : "rounds_not_drawn", { count: missing })] : [];
  const warning = [...playingCount(counted), ...voidTables(counted), ...notOpened(counted), ...undrawn, text("close_tournament_warning")].join(" ");
  return html`
    <${AskedTwice} label=${text("close_tournament")} warning=${warning}
      onSure=${() => closeTournament(path, sameKey.keyOf(path)).then(onClosed)} />
  `;
}
