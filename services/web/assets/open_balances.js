// @ts-check
/** What is open in one currency: everybody's balance, and a settlement of it. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { money } from "./money.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { previewSettlement, settle } from "./season_api.js";
import { useAction } from "./use_action.js";
import { useLoaded } from "./use_loaded.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, open: Schemas["CurrencyBalances"], isScorer: boolean, onChange: () => void }} properties */
export function OpenBalances({ club, open, isScorer, onChange }) {
  const { currency, balances } = open;
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
      ${isUnsettled && html`<${Plan} club=${club} open=${open} isScorer=${isScorer} onChange=${onChange} />`}
    </section>
  `;
}

/** Who would pay whom. @param {{ club: string, open: Schemas["CurrencyBalances"], isScorer: boolean, onChange: () => void }} properties */
function Plan({ club, open, isScorer, onChange }) {
  const { currency } = open;
  const { value, error, reload } = useLoaded(() => previewSettlement(club, currency), [club, JSON.stringify(open)]);
  const action = useAction();
  const sameKey = useSameKey();
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { preview, tag } = value;
  const make = async () => {
    const isMade = await action.act(() => settle(club, currency, tag, sameKey.keyOf([currency, tag])));
    sameKey.forget();
    // Refused or not: what is open may be something else now.
    if (isMade) onChange();
    else reload();
  };
  return html`
    <h3>${text("would_pay")}</h3>
    <ul class="list">
      ${preview.transfers.map(({ from, to, amount_cents }) => html`<li>${text("pays_whom", { from: partyName(from), to: partyName(to), amount: money(amount_cents, currency) })}</li>`)}
    </ul>
    ${action.error !== null && html`<${ProblemView} error=${action.error} />`}
    ${isScorer && html`<button type="button" class="go" disabled=${action.isBusy} onClick=${make}>${text("settle")}</button>`}
  `;
}
