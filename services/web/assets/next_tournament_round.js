// @ts-check
/** What comes next in a tournament: drawing a round, drawing it again, and opening its matches. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { OpenRound } from "./next_round.js";
import { PrescribedTables } from "./prescribed_tables.js";
import { ProblemView } from "./problem_view.js";
import { SelectField } from "./select_field.js";
import { METHODS } from "./tournament_rules_draft.js";
import { drawTournamentRound } from "./tournaments_api.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

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
      ${isWaiting && html`<${OpenRound} club=${club} evening=${path} round=${round} onChange=${onChange} />`}
      <${DrawForm} key=${`${last} ${isWaiting}`} path=${path} tournament=${tournament} isRedraw=${isWaiting} number=${isWaiting ? last : last + 1} onChange=${onChange} />
    </section>
  `;
}

/** @param {{ path: string, tournament: Schemas["Tournament"], isRedraw: boolean, number: number, onChange: () => void }} properties `number`: of the round */
function DrawForm({ path, tournament: { rules, entrants, rounds }, isRedraw, number, onChange }) {
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  const [method, setMethod] = useState(rules.draw);
  const there = entrants.filter(({ state }) => state === "checked_in");
  /** @param {string[][]} [tables] */
  const draw = async (tables) => {
    const round = { method, redraw: isRedraw, ...(tables ? { tables } : {}) };
    if (await act(() => drawTournamentRound(path, round, sameKey.keyOf([rounds.length, round])))) sameKey.forget();
    onChange();
  };
  const label = text(isRedraw ? "draw_round_again" : "draw_tournament_round", { round: number });
  const options = METHODS.map((one) => /** @type {const} */ ([one, text(`draw_${one}`)]));
  return html`
    ${there.length < PLAYERS && html`<p>${text("players_to_come", { count: PLAYERS - there.length })}</p>`}
    <div class="form">
      <${SelectField} label=${text("how_drawn")} value=${method} options=${options} onChange=${setMethod} />
      ${method === "prescribed"
        ? html`<${PrescribedTables} players=${there.map(({ player }) => player)} isBusy=${isBusy} onSeat=${draw} />`
        : html`<button type="button" class=${isRedraw ? "quiet" : "go"} disabled=${isBusy || there.length < PLAYERS} onClick=${() => draw()}>${label}</button>`}
    </div>
    ${error !== null && html`<${ProblemView} error=${error} />`}
  `;
}
