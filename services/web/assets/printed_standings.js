// @ts-check
/** The standings of a tournament, to be put on the wall: a line for each player, then one for each team. */
import { html } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { inNameOrder } from "./name_order.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { byRank, twelfths } from "./tournament_standings.js";
import { readTournamentStandings } from "./tournaments_api.js";
import { useLoaded } from "./use_loaded.js";

/** @param {{ path: string }} properties `path`: of the tournament in the API */
export function PrintedStandings({ path }) {
  const { value, error } = useLoaded(() => readTournamentStandings(path), [path]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { players, teams } = value.since_closing ?? value;
  const hasTeams = teams.length > 0;
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col">${text("printout_rank")}</th>
          <th scope="col">${text("printout_player")}</th>
          ${hasTeams && html`<th scope="col">${text("printout_team")}</th>`}
          <th scope="col">${text("printout_score")}</th>
          <th scope="col">${text("printout_points")}</th>
          <th scope="col">${text("printout_matches")}</th>
        </tr>
      </thead>
      <tbody>
        ${byRank(players).map(({ rank, player, team, score_twelfths, points, matches }) => html`
          <tr key=${player.id}>
            <td>${rank ?? "–"}</td><th scope="row">${partyName(player)}</th>${hasTeams && html`<td>${team}</td>`}
            <td>${twelfths(score_twelfths)}</td><td>${signed(points)}</td><td>${matches}</td>
          </tr>
        `)}
      </tbody>
    </table>
    ${hasTeams && html`
      <h3>${text("tournament_teams")}</h3>
      <table>
        ${teams.map(({ rank, label, score_twelfths, players: members }) => html`
          <tr key=${label}><td>${rank}</td><th scope="row">${label}<br /><small>${inNameOrder(members).map(partyName).join(" · ")}</small></th><td>${twelfths(score_twelfths)}</td></tr>
        `)}
      </table>
    `}
  `;
}
