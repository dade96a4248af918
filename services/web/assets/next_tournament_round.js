// @ts-check
/** What comes next in a tournament: drawing a round, drawing it again, and opening its matches. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { OpenRound } from "./next_round.js";
import { CutTie } from "./cut_tie.js";
import { PrescribedTables } from "./prescribed_tables.js";
import { ProblemView } from "./problem_view.js";
import { SelectField } from "./select_field.js";
import { METHODS } from "./tournament_rules_draft.js";
import { drawTournamentRound } from "./tournaments_api.js";
import { DrawButton } from "./unfinished_tables.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";
import { countedRounds } from "./use_tournament.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** A table needs so many. */
const PLAYERS = 4;

/**
 * @param {{ club: string, path: string, tournament: Schemas["Tournament"], round: Schemas["TournamentRound"] | undefined, onChange: () => void }} properties
 * `club`, `path`: of the club and the tournament in the API; `round`: the last one
 */
export function NextTournamentRound({ club, path, tournament, round, onChange }) {
  const isWaiting = round !== undefined && !round.tables.some((table) => table.match);
  const last = round?.round ?? 0;
  if (!isWaiting && last >= tournament.rules.rounds) return html`<p>${text("all_rounds_drawn")}</p>`;
  return html`
    <section aria-label=${text("next_round")}>
      ${isWaiting && html`<${OpenRound} club=${club} evening=${path} round=${round} rounds=${countedRounds(tournament)} isTournament onChange=${onChange} />`}
      <${DrawForm} key=${`${last} ${isWaiting}`} path=${path} tournament=${tournament} isRedraw=${isWaiting} number=${isWaiting ? last : last + 1} onChange=${onChange} />
    </section>
  `;
}

/** @param {{ path: string, tournament: Schemas["Tournament"], isRedraw: boolean, number: number, onChange: () => void }} properties `number`: of the round */
function DrawForm({ path, tournament, isRedraw, number, onChange }) {
  const { rules, entrants, rounds } = tournament;
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  const [method, setMethod] = useState(rules.draw);
  const isAfterCut = rules.cut !== undefined && number > rules.cut.after_round;
  const there = entrants.filter(({ state }) => state === "checked_in");
  /** @param {{ tables?: string[][], reason?: string, unfinished: boolean }} stated `unfinished`: whether tables of earlier rounds still play */
  const draw = async (stated) => {
    const round = { method, redraw: isRedraw, ...stated };
    await drawTournamentRound(path, round, sameKey.keyOf([rounds.length, round]));
    sameKey.forget();
  };
  /** Draws it while nothing is unfinished, or asks first. @param {{ tables?: string[][], reason?: string }} stated */
  const drawn = (stated) => ({
    rounds: countedRounds(tournament),
    onDraw: () => act(() => draw({ ...stated, unfinished: false })).then(onChange),
    drawMeanwhile: () => draw({ ...stated, unfinished: true }).finally(onChange),
  });
  const label = text(isRedraw ? "draw_round_again" : "draw_tournament_round", { round: number });
  const options = METHODS.map((one) => /** @type {const} */ ([one, text(`draw_${one}`)]));
  return html`
    ${there.length < PLAYERS && html`<p>${text("players_to_come", { count: PLAYERS - there.length })}</p>`}
    ${isAfterCut && html`<${CutTie} path=${path} tournament=${tournament} />`}
    <div class="form">
      <${SelectField} label=${text("how_drawn")} value=${method} options=${options} onChange=${setMethod} />
      ${method === "prescribed"
        ? html`<${PrescribedTables} players=${there.map(({ player }) => player)} isBusy=${isBusy} isAfterCut=${isAfterCut} drawn=${drawn} />`
        : html`<${DrawButton} label=${label} isQuiet=${isRedraw} isDisabled=${isBusy || there.length < PLAYERS} ...${drawn({})} />`}
    </div>
    ${error !== null && html`<${ProblemView} error=${error} />`}
  `;
}
