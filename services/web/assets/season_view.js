// @ts-check
/** One season: its standings, those of its teams, and its end. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { closeSeason, readSeason, readSeasonStandings } from "./league_api.js";
import { inNameOrder } from "./name_order.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
import { useLoaded } from "./use_loaded.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, season: string, isOwner: boolean }} properties `club`, `season`: their paths in the API */
export function SeasonView({ club, season, isOwner }) {
  const { value, error, reload } = useLoaded(() => Promise.all([readSeason(season), readSeasonStandings(season)]), [season]);
  const sameKey = useSameKey();
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (value === null) return null;
  const [{ name, from, until, closed_seq, rules }, standings] = value;
  const isClosed = closed_seq !== undefined;
  return html`
    <h2>${name ?? text("unknown_name")}</h2>
    <p>${text("season_days", { from, until })}</p>
    <${Rules} rules=${rules} />
    ${isClosed && html`<p>${text("season_is_closed")}</p>`}
    <${Result} result=${standings} club=${club.replace("/v1", "")} />
    ${standings.since_closing && html`
      <h3>${text("since_closing")}</h3>
      <${Result} result=${standings.since_closing} club=${club.replace("/v1", "")} />
    `}
    ${isOwner && !isClosed && html`
      <${AskedTwice} label=${text("close_season")} warning=${closeWarning(rules)}
        onSure=${() => closeSeason(season, sameKey.keyOf(season)).then(reload)} />
    `}
  `;
}

/** What becomes of a season that is closed, and of the matches of it that still play. @param {Schemas["SeasonRules"]} rules */
const closeWarning = ({ unfinished }) =>
  [text(unfinished === "count" ? "close_season_count" : "close_season_leave_out"), text("close_season_warning")].join(" ");

/** What the standings follow from, but for teams and handicaps, which stand with whom they concern. @param {{ rules: Schemas["SeasonRules"] }} properties */
function Rules({ rules: { variants, unfinished, best, minimum_matches } }) {
  const lines = [
    text(unfinished === "count" ? "rule_count" : "rule_leave_out"),
    ...(variants.length > 0 ? [text("rule_variants", { variants: variants.join(", ") })] : []),
    ...(best === undefined ? [] : [text("rule_best", { best })]),
    ...(minimum_matches === undefined ? [] : [text("rule_minimum", { minimum: minimum_matches })]),
  ];
  return html`<ul>${lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`;
}

/** @param {{ result: Schemas["SeasonResult"], club: string }} properties `club`: the address of its page */
const Result = ({ result: { matches, players, teams }, club }) => html`
  <p>${text("season_matches", { matches })}</p>
  <ol class="standings">${players.map((standing) => html`<${PlayerRow} standing=${standing} club=${club} />`)}</ol>
  ${teams.length > 0 && html`
    <h3>${text("teams")}</h3>
    <ol class="standings">
      ${teams.map(
        ({ rank, label, points, players: members }) => html`
          <li>
            <span><b>${rank}. ${label}</b></span>
            <span class="total">${signed(points)}</span>
            <small>${inNameOrder(members).map(playerText).join(", ")}</small>
          </li>
        `,
      )}
    </ol>
  `}
`;

/** @param {{ standing: Schemas["SeasonStanding"], club: string }} properties */
const PlayerRow = ({ standing: { rank, player, points, handicap, matches, counted_matches }, club }) => html`
  <li>
    <span><b>${rank === undefined ? "–" : `${rank}.`} <a href=${`${club}/players/${player.id}`}>${playerText(player)}</a></b></span>
    <span class="total">${signed(points)}</span>
    <small>
      ${[
        text("season_figures", { matches, counted: counted_matches }),
        ...(handicap === undefined ? [] : [text("season_handicap", { points: signed(handicap) })]),
        ...(rank === undefined ? [text("no_rank")] : []),
      ].join(" · ")}
    </small>
  </li>
`;
