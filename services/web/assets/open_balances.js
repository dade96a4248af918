// @ts-check
/** What is open in one currency: everybody's balance, and a settlement of it. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { money } from "./money.js";
import { partyName } from "./party_name.js";
import { PeriodForm } from "./period_form.js";
import { ProblemView } from "./problem_view.js";
import { previewSettlement, settle } from "./season_api.js";
import { SettlePlan } from "./settle_plan.js";
import { useAction } from "./use_action.js";
import { useLoaded } from "./use_loaded.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./period.js").Period} Period */

/** @param {{ club: string, timeZone: string, open: Schemas["CurrencyBalances"], isScorer: boolean, onChange: () => void }} properties */
export function OpenBalances({ club, timeZone, open, isScorer, onChange }) {
  const { currency, balances } = open;
  const action = useAction();
  const isUnsettled = balances.some(({ unsettled_cents }) => unsettled_cents !== 0);
  return html`
    <section class="panel" aria-label=${currency}>
      <table>
        <caption class="visually-hidden">${text("balances", { currency })}</caption>
        <thead><tr><th scope="col">${text("player")}</th><th scope="col">${text("unsettled")}</th><th scope="col">${text("unpaid")}</th></tr></thead>
        <tbody>
          ${balances.map(
            ({ party, unsettled_cents, unpaid_cents }) => html`
              <tr key=${party.id}>
                <th scope="row">${partyName(party)}</th><td>${money(unsettled_cents, currency)}</td><td>${money(unpaid_cents, currency)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
      ${action.error !== null && html`<${ProblemView} error=${action.error} />`}
      ${isUnsettled && html`<${Plan} club=${club} timeZone=${timeZone} open=${open} isScorer=${isScorer} action=${action} onChange=${onChange} />`}
    </section>
  `;
}

/** Who would pay whom. @param {{ club: string, timeZone: string, open: Schemas["CurrencyBalances"], isScorer: boolean, action: import("./settle_plan.js").Action, onChange: () => void }} properties */
function Plan({ club, timeZone, open, isScorer, action, onChange }) {
  const { currency } = open;
  const [period, setPeriod] = useState(/** @type {Period} */ ({}));
  const { value, error, reload } = useLoaded(
    async () => ({ ...(await previewSettlement(club, currency, period)), period }),
    [club, JSON.stringify(open), period],
  );
  const sameKey = useSameKey();
  const choice = html`<${PeriodForm} period=${period} timeZone=${timeZone} onChange=${setPeriod} />`;
  // What is shown is of this period, or nothing is.
  if (error !== null || value?.period !== period) return html`${choice}${error !== null && html`<${ProblemView} error=${error} />`}`;
  const { preview, tag } = value;
  const make = () => settle(club, currency, period, tag, sameKey.keyOf([currency, period, tag]));
  const onDone = () => {
    sameKey.forget();
    reload();
    onChange();
  };
  return html`
    ${choice}
    <${SettlePlan} transfers=${preview.transfers} currency=${currency} isScorer=${isScorer} action=${action} onSettle=${make} onDone=${onDone} />
  `;
}
