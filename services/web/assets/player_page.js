// @ts-check
/** A player: what they gained over time, how they play, and with whom. */
import { BarChart } from "./bar_chart.js";
import { BestHand } from "./best_hand.js";
import { ClubFrame } from "./club_frame.js";
import { dayText } from "./day_text.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { currentLanguage, signed, text } from "./language.js";
import { LineChart } from "./line_chart.js";
import { ANY_MEMBER } from "./membership.js";
import { keepInAddress, periodOfAddress } from "./period.js";
import { PeriodForm } from "./period_form.js";
import { ProblemView } from "./problem_view.js";
import { listPlayerMatches, readStatistics } from "./season_api.js";
import { playerText } from "./told_apart.js";
import { useLoaded } from "./use_loaded.js";
import { usePatternName } from "./use_pattern_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./period.js").Period} Period */

/** @param {{ club: string, id: string }} properties `club`: its path in the API; `id`: of the player */
export const PlayerPage = ({ club, id }) => html`
  <${ClubFrame} club=${club} page="" title=${text("player")} roles=${ANY_MEMBER}
    content=${(/** @type {Schemas["Membership"]} */ { club: { time_zone } }) => html`<${OfPeriod} club=${club} timeZone=${time_zone} id=${id} />`} />
`;

/** @param {string} player its path @param {Period} period */
async function load(player, period) {
  const [statistics, matches] = await Promise.all([readStatistics(player, period), listPlayerMatches(player, period)]);
  return { statistics, matches };
}

/** @param {{ club: string, timeZone: string, id: string }} properties `timeZone`: of the club */
function OfPeriod({ club, timeZone, id }) {
  const [period, setPeriod] = useState(periodOfAddress());
  useEffect(() => keepInAddress(period), [period]);
  return html`
    <${PeriodForm} period=${period} timeZone=${timeZone} onChange=${setPeriod} />
    <${PlayerFigures} club=${club} id=${id} period=${period} />
  `;
}

/** @param {{ club: string, id: string, period: Period }} properties */
function PlayerFigures({ club, id, period }) {
  const { value, error } = useLoaded(() => load(`${club}/players/${id}`, period), [club, id, period]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { statistics, matches } = value;
  const { player, places, against } = statistics;
  const ordinals = new Intl.NumberFormat(currentLanguage());
  return html`
    <h2>${playerText(player)} <span class="total">${signed(statistics.points)}</span></h2>
    <div class="halves">
      <section aria-labelledby="over-time"><h3 id="over-time">${text("over_time")}</h3><${OverTime} club=${club} matches=${matches} /></section>
      <section aria-labelledby="rates"><h3 id="rates">${text("rates")}</h3><${Rates} statistics=${statistics} /></section>
      <section aria-labelledby="places"><h3 id="places">${text("places")}</h3>
        <${BarChart} bars=${places.map((count, place) => [text("place", { place: ordinals.format(place + 1) }), count])} />
      </section>
      <section aria-labelledby="patterns"><h3 id="patterns">${text("patterns_won")}</h3><${PatternsWon} patterns=${statistics.patterns} /></section>
      <section aria-labelledby="best-hand"><h3 id="best-hand">${text("best_hand")}</h3><${BestHand} best=${statistics.best_hand} /></section>
      <section aria-labelledby="against"><h3 id="against">${text("against")}</h3>
        ${against.length === 0 && html`<p>${text("no_hands")}</p>`}
        <ul class="list">
          ${against.map(
            ({ player: other, hands, points }) => html`
              <li class="line"><a href=${`${club.replace("/v1", "")}/players/${other.id}`}>${playerText(other)}</a>
                <span>${text("hands_played", { count: hands })} · <b class="total">${signed(points)}</b></span></li>
            `,
          )}
        </ul>
      </section>
    </div>
  `;
}

/** What was gained in all after each match, the first match first. @param {{ club: string, matches: Schemas["PlayerMatch"][] }} properties */
function OverTime({ club, matches }) {
  if (matches.length === 0) return html`<p>${text("no_hands")}</p>`;
  const played = [...matches].reverse();
  let sum = 0;
  const sums = played.map(({ points }) => (sum += points));
  return html`
    <${LineChart} values=${[0, ...sums]} label=${text("over_time_of", { count: played.length, points: signed(sum) })} />
    <details>
      <summary>${text("as_table")}</summary>
      <table>
        <thead><tr><th scope="col">${text("played_on")}</th><th scope="col">${text("points_gained")}</th><th scope="col">${text("in_all")}</th></tr></thead>
        <tbody>
          ${played.map(
            ({ match, played_on, points }, place) => html`
              <tr><th scope="row"><a href=${`${club.replace("/v1", "")}/matches/${match}`}>${dayText(played_on)}</a></th><td>${signed(points)}</td><td>${signed(sums[place] ?? 0)}</td></tr>
            `,
          )}
        </tbody>
      </table>
    </details>
  `;
}

/** @param {{ statistics: Schemas["Statistics"] }} properties */
function Rates({ statistics }) {
  const { matches, hands, wins, self_draws, deal_ins, average_fan } = statistics;
  const percent = new Intl.NumberFormat(currentLanguage(), { style: "percent" });
  const share = (/** @type {number} */ part, /** @type {number} */ whole) => (whole === 0 ? "–" : percent.format(part / whole));
  const bars = /** @type {const} */ ([
    [text("win_rate"), hands === 0 ? 0 : wins / hands, share(wins, hands)],
    [text("self_draw_rate"), wins === 0 ? 0 : self_draws / wins, share(self_draws, wins)],
    [text("deal_in_rate"), hands === 0 ? 0 : deal_ins / hands, share(deal_ins, hands)],
  ]);
  return html`
    <p>${text("matches_and_hands", { matches, hands })}${average_fan !== undefined && html` · ${text("average_fan", { fan: new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1 }).format(average_fan) })}`}</p>
    <${BarChart} bars=${bars} />
  `;
}

/** @param {{ patterns: Record<string, number> }} properties */
function PatternsWon({ patterns }) {
  const patternName = usePatternName();
  const counts = Object.entries(patterns).sort(([, one], [, other]) => other - one);
  if (counts.length === 0) return html`<p>${text("no_hands")}</p>`;
  return html`<${BarChart} bars=${counts.map(([id, count]) => [patternName(id), count])} />`;
}
