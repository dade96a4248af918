// @ts-check
/** The standings of a tournament: of its players and of its teams. They are read again from time to time. */
import { html, useEffect } from "./htm_preact_standalone.js";
import { currentLanguage, signed, text } from "./language.js";
import { compareNames, inNameOrder } from "./name_order.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
import { hasTablePoints } from "./tournament_rules_draft.js";
import { readTournamentStandings } from "./tournaments_api.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** How often they are read again: the matches change them, and the service adds all of them up each time. */
const EVERY_MS = 30_000;

/** @param {number} points */
const pointsText = (points) => new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 }).format(points);

/** Twelfths: players with the same result share the table points of their places. @param {number} count */
export const twelfths = (count) => pointsText(count / 12);

/**
 * @param {{ club: string, path: string, tournament: Schemas["Tournament"] }} properties `club`, `path`: of the club and the tournament in the API
 */
export function TournamentStandings({ club, path, tournament: { version, rules } }) {
  const { value, error, reload } = useLoaded(() => readTournamentStandings(path), [path, version]);
  useEffect(() => {
    const timer = setInterval(reload, EVERY_MS);
    return () => clearInterval(timer);
  }, [path]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const page = club.replace("/v1", "");
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <section aria-labelledby="standings">
      <h3 id="standings">${text("tournament_standings")}</h3>
      <${Result} result=${value} withTablePoints=${hasTablePoints(rules)} club=${page} />
      ${value.since_closing && html`
        <h3>${text("tournament_since_closing")}</h3>
        <${Result} result=${value.since_closing} withTablePoints=${hasTablePoints(rules)} club=${page} />
      `}
    </section>
  `;
}

/** Those who share a rank by name; those without one last, as they are. @param {Schemas["TournamentStanding"][]} players */
export const byRank = (players) =>
  [...players].sort((one, other) =>
    one.rank === undefined || other.rank === undefined || one.rank !== other.rank
      ? (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0
      : compareNames(partyName(one.player), partyName(other.player)),
  );

/** @param {{ result: Schemas["TournamentResult"], withTablePoints: boolean, club: string }} properties `withTablePoints`: whether they count; `club`: the address of its page */
const Result = ({ result: { players, teams }, withTablePoints, club }) => html`
  ${players.length === 0 && html`<p>${text("no_results_yet")}</p>`}
  <ol class="standings">${byRank(players).map((standing) => html`<${PlayerRow} key=${standing.player.id} standing=${standing} withTablePoints=${withTablePoints} club=${club} />`)}</ol>
  ${teams.length > 0 && html`
    <h4>${text("tournament_teams")}</h4>
    <ol class="standings">
      ${teams.map(({ rank, label, score_twelfths, players: members }) => html`
        <li key=${label}>
          <span><b>${rank}. ${label}</b></span>
          <span class="total">${twelfths(score_twelfths)}</span>
          <small>${inNameOrder(members).map(partyName).join(" · ")}</small>
        </li>
      `)}
    </ol>
  `}
`;

/** @param {{ standing: Schemas["TournamentStanding"], withTablePoints: boolean, club: string }} properties */
function PlayerRow({ standing, withTablePoints, club }) {
  const { rank, player, score_twelfths, after_cut_twelfths, points, matches, sat_out, team, substitute, withdrawn, finalist } = standing;
  const { table_point_twelfths, penalty_points, penalty_table_points } = standing;
  const notes = [
    ...(team === undefined ? [] : [text("members_of_team", { team })]),
    ...(finalist ? [text("finalist")] : []),
    ...(substitute ? [text("substitute")] : []),
    ...(withdrawn ? [text("withdrawn")] : []),
    text("standing_matches", { matches }),
    text("standing_figures", { points: signed(points) }),
    ...(withTablePoints ? [text("standing_table_points", { points: twelfths(table_point_twelfths) })] : []),
    ...(after_cut_twelfths === undefined ? [] : [text("standing_after_cut", { points: twelfths(after_cut_twelfths) })]),
    ...(sat_out > 0 ? [text("standing_sat_out", { count: sat_out })] : []),
    ...(penalty_points > 0 ? [text("takes_points", { points: pointsText(penalty_points) })] : []),
    ...(penalty_table_points > 0 ? [text("takes_table_points", { points: pointsText(penalty_table_points) })] : []),
  ];
  return html`
    <li>
      <span><b>${rank === undefined ? "–" : `${rank}.`} <a href=${`${club}/players/${player.id}`}>${playerText(player)}</a></b></span>
      <span class="total">${twelfths(score_twelfths)}</span>
      <small>${notes.join(" · ")}</small>
    </li>
  `;
}
