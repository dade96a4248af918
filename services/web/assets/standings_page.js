// @ts-check
/** The standings of a club: who gained what, and how they play. */
import { ClubFrame } from "./club_frame.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { currentLanguage, signed, text } from "./language.js";
import { ANY_MEMBER } from "./membership.js";
import { keepInAddress, periodOfAddress } from "./period.js";
import { PeriodForm } from "./period_form.js";
import { ProblemView } from "./problem_view.js";
import { readUntilCurrent } from "./read_until_current.js";
import { readStandings } from "./season_api.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./period.js").Period} Period */

/** A part of a whole in percent; nothing of nothing. @param {number} part @param {number} whole */
function share(part, whole) {
  if (whole === 0) return "–";
  return new Intl.NumberFormat(currentLanguage(), { style: "percent" }).format(part / whole);
}

/** @param {{ club: string }} properties `club`: its path in the API */
export const StandingsPage = ({ club }) => html`
  <${ClubFrame} club=${club} page="standings" title=${text("standings")} roles=${ANY_MEMBER} content=${(/** @type {Schemas["Membership"]} */ { club: { time_zone } }) => html`<${OfPeriod} club=${club} timeZone=${time_zone} />`} />
`;

/** @param {{ club: string, timeZone: string }} properties `timeZone`: of the club */
function OfPeriod({ club, timeZone }) {
  const [period, setPeriod] = useState(periodOfAddress());
  const [standings, setStandings] = useState(/** @type {Schemas["Standings"] | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    keepInAddress(period);
    setError(null);
    return readUntilCurrent(() => readStandings(club, period), setStandings, setError);
  }, [club, period]);
  return html`
    <${PeriodForm} period=${period} timeZone=${timeZone} onChange=${setPeriod} />
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${error === null && standings !== null && html`<${Ranks} standings=${standings} club=${club} />`}
  `;
}

/** @param {{ standings: Schemas["Standings"], club: string }} properties */
const Ranks = ({ standings: { seq, head_seq, players }, club }) => html`
  ${seq < head_seq && html`<p role="status">${text("standings_behind")}</p>`}
  ${players.length === 0 && html`<p>${text("no_hands")}</p>`}
  <ol class="standings">${players.map((row) => html`<${Row} row=${row} club=${club.replace("/v1", "")} />`)}</ol>
`;

/** @param {{ row: Schemas["StandingsRow"], club: string }} properties `club`: the address of its page */
const Row = ({ row, club }) => html`
  <li>
    <span><b>${row.rank}. <a href=${`${club}/players/${row.player.id}`}>${playerText(row.player)}</a></b></span>
    <span class="total">${signed(row.points)}</span>
    <small>
      ${text("figures", {
        matches: row.matches,
        hands: row.hands,
        wins: share(row.wins, row.hands),
        selfDraws: share(row.self_draws, row.wins),
        dealIns: share(row.deal_ins, row.hands),
      })}
    </small>
  </li>
`;
