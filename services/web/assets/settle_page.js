// @ts-check
/** What is open in a club: who owes whom, settling it, and what was paid. */
import { ClubFrame } from "./club_frame.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ANY_MEMBER, SCORERS } from "./membership.js";
import { OpenBalances } from "./open_balances.js";
import { ProblemView } from "./problem_view.js";
import { listSettlements, readBalances } from "./season_api.js";
import { SettlementView } from "./settlement_view.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string }} properties `club`: its path in the API */
export const SettlePage = ({ club }) => html`
  <${ClubFrame} club=${club} page="settle" title=${text("settle_title")} roles=${ANY_MEMBER}
    content=${(/** @type {Schemas["Membership"]} */ { role, club: { time_zone } }) => html`<${Settling} club=${club} timeZone=${time_zone} isScorer=${SCORERS.includes(role)} />`} />
`;

/** @param {string} club */
async function load(club) {
  const [currencies, { settlements }] = await Promise.all([readBalances(club), listSettlements(club)]);
  return { currencies, settlements };
}

/** @param {{ club: string, timeZone: string, isScorer: boolean }} properties `timeZone`: of the club */
function Settling({ club, timeZone, isScorer }) {
  const { value, error, reload } = useLoaded(() => load(club), [club]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { currencies, settlements } = value;
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${currencies.length === 0 && html`<p role="status">${text("nothing_open")}</p>`}
    ${currencies.map((open) => html`<${OpenBalances} key=${open.currency} club=${club} timeZone=${timeZone} open=${open} isScorer=${isScorer} onChange=${reload} />`)}
    <h3>${text("settlements")}</h3>
    ${settlements.length === 0 && html`<p>${text("no_settlements")}</p>`}
    <ul class="list">
      ${settlements.map((settlement) => html`<li key=${settlement.id}><${SettlementView} club=${club} settlement=${settlement} isScorer=${isScorer} onChange=${reload} /></li>`)}
    </ul>
  `;
}
