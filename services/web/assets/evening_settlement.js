// @ts-check
/** The matches of an evening, settled together. */
import { previewEveningSettlement, settleEvening } from "./evenings_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { readBalances } from "./season_api.js";
import { SettlePlan } from "./settle_plan.js";
import { SettlementView } from "./settlement_view.js";
import { playingCount } from "./unfinished_tables.js";
import { useLoaded } from "./use_loaded.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** What the evening comes to in each currency in which anything of the club is open. @param {string} club @param {string} evening */
async function load(club, evening) {
  const { currencies } = await readBalances(club);
  const plans = await Promise.all(currencies.map(async ({ currency }) => ({ currency, ...(await previewEveningSettlement(evening, currency)) })));
  return plans.filter(({ preview }) => preview.transfers.length > 0);
}

/** @param {{ club: string, evening: string, rounds: readonly Schemas["EveningRound"][], isScorer: boolean }} properties `club`, `evening`: paths in the API; `rounds`: those that count */
export function EveningSettlement({ club, evening, rounds, isScorer }) {
  const { value, error, reload } = useLoaded(() => load(club, evening), [club, evening]);
  const [made, setMade] = useState(/** @type {Schemas["Settlement"] | null} */ (null));
  const sameKey = useSameKey();
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  /** @param {string} currency @param {string} tag */
  const settle = async (currency, tag) => setMade(await settleEvening(evening, currency, tag, sameKey.keyOf([currency, tag])));
  const playing = playingCount(rounds);
  const warning = playing.length === 0 ? null : [...playing, text("settle_meanwhile_warning")].join(" ");
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${value.length === 0 && html`<p><span class="settled">${text("nothing_to_settle")}</span></p>`}
    ${value.map(
      ({ currency, preview, tag }) => html`
        <${SettlePlan} key=${currency} transfers=${preview.transfers} currency=${currency} isScorer=${isScorer} warning=${warning}
          onSettle=${() => settle(currency, tag)} onDone=${reload} />
      `,
    )}
    ${made !== null && html`<${SettlementView} club=${club} settlement=${made} isScorer=${isScorer} onChange=${() => setMade(null)} />`}
    <button type="button" class="quiet" onClick=${reload}>${text("work_out_again")}</button>
  `;
}
