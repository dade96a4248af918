// @ts-check
/** The matches of an evening, settled together. */
import { previewEveningSettlement, settleEvening } from "./evenings_api.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { transferText } from "./planned_transfers.js";
import { ProblemView } from "./problem_view.js";
import { listSettlements, readBalances } from "./season_api.js";
import { SettlePlan } from "./settle_plan.js";
import { SettlementView } from "./settlement_view.js";
import { ShareText } from "./share_text.js";
import { playingCount } from "./unfinished_tables.js";
import { useAction } from "./use_action.js";
import { useLoaded } from "./use_loaded.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** What the evening comes to in each currency in which anything of the club is open, and what was settled of it before. @param {string} club @param {string} evening */
export async function loadEveningSettlement(club, evening) {
  const [currencies, { settlements }] = await Promise.all([readBalances(club), listSettlements(club)]);
  const plans = await Promise.all(currencies.map(async ({ currency }) => ({ currency, ...(await previewEveningSettlement(evening, currency)) })));
  return {
    plans: plans.filter(({ preview }) => preview.transfers.length > 0),
    settled: settlements.filter(({ scope }) => scope.kind === "evening" && evening.endsWith(`/${scope.evening}`)),
  };
}

/**
 * @param {{ club: string, evening: string, title: string, rounds: readonly Schemas["EveningRound"][], isScorer: boolean }} properties
 * `club`, `evening`: paths in the API; `title`: of the evening; `rounds`: those that count
 */
export function EveningSettlement({ club, evening, title, rounds, isScorer }) {
  const { value, error, reload } = useLoaded(() => loadEveningSettlement(club, evening), [club, evening]);
  const action = useAction();
  const sameKey = useSameKey();
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { plans, settled } = value;
  /** @param {string} currency @param {string} tag */
  const settle = (currency, tag) => settleEvening(evening, currency, tag, sameKey.keyOf([currency, tag]));
  /** @param {readonly Schemas["PlannedTransfer"][]} transfers @param {string} currency */
  const forTheChat = (transfers, currency) => [`Faan 番 · ${title}`, ...transfers.map((transfer) => transferText(transfer, currency))].join("\n");
  const playing = playingCount(rounds);
  const warning = playing.length === 0 ? null : [...playing, text("settle_meanwhile_warning")].join(" ");
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${action.error !== null && html`<${ProblemView} error=${action.error} />`}
    ${plans.length === 0 && html`<p><span class="settled">${text("nothing_to_settle")}</span></p>`}
    ${plans.map(
      ({ currency, preview, tag }) => html`
        <${SettlePlan} key=${currency} transfers=${preview.transfers} currency=${currency} isScorer=${isScorer} warning=${warning}
          action=${action} onSettle=${() => settle(currency, tag)} onDone=${reload} />
        <${ShareText} key=${`share ${currency}`} value=${forTheChat(preview.transfers, currency)} />
      `,
    )}
    <ul class="list">
      ${settled.map((settlement) => html`
        <li key=${settlement.id}>
          <${SettlementView} club=${club} settlement=${settlement} isScorer=${isScorer} onChange=${reload} />
          <${ShareText} value=${forTheChat(settlement.transfers, settlement.currency)} />
        </li>
      `)}
    </ul>
    <p><a href=${`${club.replace("/v1", "")}/settle`}>${text("all_settlements")}</a></p>
    <button type="button" class="quiet" onClick=${reload}>${text("work_out_again")}</button>
  `;
}
