// @ts-check
/** What the referee of a tournament needs: the clock, penalties, and the way to the match in which a hand is disputed. */
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { listed, text } from "./language.js";
import { NewPenalty } from "./new_penalty.js";
import { partyName } from "./party_name.js";
import { PenaltiesList } from "./penalties_list.js";
import { ProblemView } from "./problem_view.js";
import { TournamentClock } from "./tournament_clock.js";
import { withdrawPenalty } from "./tournaments_api.js";
import { countedRounds, useTournament } from "./use_tournament.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** So many matches are listed before somebody looks for one. */
const SHOWN = 12;

/** @param {{ club: string, tournament: string }} properties `club`, `tournament`: their paths in the API */
export function RefereeView({ club, tournament: path }) {
  const { value, error, reload } = useTournament(path);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const round = countedRounds(value).at(-1);
  /** @param {number} seq @param {string} reason */
  const withdraw = (seq, reason) => withdrawPenalty(path, seq, reason).then(reload);
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <h2>${value.name ?? text("unknown_name")} · ${text("referee_page")}</h2>
    <p><a href=${path.replace("/v1", "")}>${text("back_to_tournament")}</a></p>
    ${round && value.closed_seq === undefined && html`<${TournamentClock} tournament=${path} round=${round} rules=${value.rules} isKeeper=${true} onChange=${reload} />`}
    <section aria-labelledby="penalties">
      <h3 id="penalties">${text("penalties")}</h3>
      <${NewPenalty} path=${path} tournament=${value} onChange=${reload} />
      ${value.penalties.length === 0 ? html`<p>${text("no_penalties")}</p>` : html`<${PenaltiesList} penalties=${value.penalties} onWithdraw=${withdraw} />`}
    </section>
    <${DisputedMatches} club=${club} tournament=${value} />
  `;
}

/** The matches of the tournament, the last round first. @param {{ club: string, tournament: Schemas["Tournament"] }} properties */
function DisputedMatches({ club, tournament }) {
  const [wanted, setWanted] = useState("");
  const matches = countedRounds(tournament).reverse().flatMap(({ round, tables }) =>
    tables.flatMap(({ number, players, match }) => (match === undefined ? [] : [{ match, round, table: number, names: players.map(partyName) }])),
  );
  const typed = wanted.trim().toLowerCase();
  const found = matches.filter(({ table, names }) => typed === "" || String(table) === typed || names.some((name) => name.toLowerCase().includes(typed)));
  return html`
    <section aria-labelledby="disputed">
      <h3 id="disputed">${text("disputed_matches")}</h3>
      <p>${text("disputed_how")}</p>
      <div class="form"><${InputField} label=${text("find_match")} value=${wanted} isRequired=${false} onInput=${setWanted} /></div>
      ${found.length === 0 && html`<p role="status">${text("no_such_match")}</p>`}
      <ul class="list">
        ${found.slice(0, typed === "" ? SHOWN : undefined).map(
          ({ match, round, table, names }) => html`
            <li key=${match}><a href=${`${club.replace("/v1", "")}/matches/${match}`}>${text("match_at", { round, table, names: listed(names) })}</a></li>
          `,
        )}
      </ul>
    </section>
  `;
}
