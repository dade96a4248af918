// @ts-check
/** What comes next in a tournament: drawing a round, drawing it again, and opening its matches. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { OpenRound, RoundRefusal } from "./next_round.js";
import { CutTie } from "./cut_tie.js";
import { PrescribedTables } from "./prescribed_tables.js";
import { SelectField } from "./select_field.js";
import { METHODS } from "./tournament_rules_draft.js";
import { drawTournamentRound } from "./tournaments_api.js";
import { DrawButton, isToOpen } from "./unfinished_tables.js";
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
  const action = useAction();
  const { isBusy, error, act } = action;
  const isWaiting = isToOpen(round);
  const last = round?.round ?? 0;
  const isDrawn = !isWaiting && last >= tournament.rules.rounds;
  /** The form is another one after a draw, also of somebody else, which is said here. @param {() => Promise<unknown>} draw */
  const onDraw = (draw) => act(draw).then(onChange);
  const number = isWaiting ? last : last + 1;
  const rounds = countedRounds(tournament);
  return html`
    <section aria-label=${text("next_round")}>
      ${error !== null && html`<${RoundRefusal} club=${club} rounds=${rounds} error=${error} />`}
      ${isWaiting && html`<${OpenRound} club=${club} evening=${path} round=${round} rounds=${rounds} isTournament action=${action} onChange=${onChange} />`}
      ${isDrawn
        ? html`<p>${text("all_rounds_drawn")}</p>`
        : html`<${DrawForm} key=${`${last} ${isWaiting}`} path=${path} tournament=${tournament} isRedraw=${isWaiting} number=${number} isBusy=${isBusy} onDraw=${onDraw} />`}
    </section>
  `;
}

/**
 * @param {{ path: string, tournament: Schemas["Tournament"], isRedraw: boolean, number: number, isBusy: boolean, onDraw: (draw: () => Promise<unknown>) => Promise<unknown> }} properties
 * `number`: of the round
 */
function DrawForm({ path, tournament, isRedraw, number, isBusy, onDraw }) {
  const { rules, entrants, rounds } = tournament;
  const sameKey = useSameKey();
  const [method, setMethod] = useState(rules.draw ?? "random");
  const isAfterCut = rules.cut !== undefined && number > rules.cut.after_round;
  const there = entrants.filter(({ state }) => state === "checked_in");
  /** @param {{ tables?: string[][], reason?: string, unfinished: boolean }} stated `unfinished`: whether tables of earlier rounds still play */
  const draw = async (stated) => {
    const round = { draw: rounds.length + 1, method, redraw: isRedraw, ...stated };
    await drawTournamentRound(path, round, sameKey.keyOf(round));
    sameKey.forget();
  };
  /** What the button gets. @param {{ tables?: string[][], reason?: string }} stated */
  const drawn = (stated) => ({
    rounds: countedRounds(tournament),
    isRedraw,
    onDraw: (/** @type {boolean} */ unfinished) => onDraw(() => draw({ ...stated, unfinished })),
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
        : html`<${DrawButton} label=${label} isDisabled=${isBusy || there.length < PLAYERS} ...${drawn({})} />`}
    </div>
  `;
}
