// @ts-check
/** A settlement: who owes whom, and what was paid. */
import { Refusal } from "./api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { dayOfMoment } from "./moment_text.js";
import { money } from "./money.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { recordPayment, reversePayment } from "./season_api.js";
import { TextForm } from "./text_form.js";
import { useAction } from "./use_action.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** Who pays whom. @param {Schemas["Transfer"]} transfer */
const partiesOf = ({ from, to }) => `${from.id} ${to.id}`;

/** @param {{ club: string, settlement: Schemas["Settlement"], isScorer: boolean, onChange: () => void }} properties */
export function SettlementView({ club, settlement, isScorer, onChange }) {
  const { id, currency, settled_at, transfers, payments, complete } = settlement;
  const { isBusy, error, act } = useAction();
  const sameKey = useSameKey();
  const [tried, setTried] = useState("");
  // Somebody else said so before: then it is as whoever tapped wanted it.
  const isPaidMeanwhile = error instanceof Refusal && transfers.some((transfer) => partiesOf(transfer) === tried && transfer.open_cents === 0);
  /** @param {Schemas["Transfer"]} transfer */
  const pay = async (transfer) => {
    const payment = { from: transfer.from.id, to: transfer.to.id, amount_cents: transfer.open_cents };
    setTried(partiesOf(transfer));
    try {
      await recordPayment(club, id, payment, sameKey.keyOf([id, payment, payments.length]));
      sameKey.forget();
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused;
      // What is open has changed: it is read again.
      onChange();
      throw refused;
    }
    onChange();
  };
  return html`
    ${isPaidMeanwhile && html`<p role="status">${text("paid_meanwhile")}</p>`}
    <details open=${!complete}>
      <summary>${dayOfMoment(settled_at)} · <span class=${complete ? "paid" : "unpaid"}>${text(complete ? "all_paid" : "not_all_paid")}</span></summary>
      ${error !== null && !isPaidMeanwhile && html`<${ProblemView} error=${error} />`}
      <ul class="list">
        ${transfers.map((transfer) => {
          const said = text("owes_whom", { from: partyName(transfer.from), to: partyName(transfer.to), amount: money(transfer.amount_cents, currency) });
          return html`
            <li class="line">
              <span>${said}${transfer.open_cents === 0 ? html` <b class="paid">✓ ${text("paid")}</b>` : html` · <span class="unpaid">${text("still_open", { amount: money(transfer.open_cents, currency) })}</span>`}</span>
              ${isScorer && transfer.open_cents > 0 && html`<button type="button" disabled=${isBusy} aria-label=${text("mark_paid", { what: said })} onClick=${() => act(() => pay(transfer))}>${text("is_paid")}</button>`}
            </li>
          `;
        })}
      </ul>
      ${payments.length > 0 && html`<h4>${text("payments_made")}</h4>`}
      <ul class="list">
        ${payments.map((payment) => html`<li key=${payment.id}><${Paid} payment=${payment} currency=${currency} isScorer=${isScorer}
          onReverse=${(/** @type {string} */ reason) => reversePayment(club, id, payment.id, reason).then(onChange)} /></li>`)}
      </ul>
    </details>
  `;
}

/** @param {{ payment: Schemas["Payment"], currency: string, isScorer: boolean, onReverse: (reason: string) => Promise<void> }} properties */
function Paid({ payment, currency, isScorer, onReverse }) {
  const said = text("paid_whom", { from: partyName(payment.from), to: partyName(payment.to), amount: money(payment.amount_cents, currency), day: dayOfMoment(payment.recorded_at) });
  if (payment.reversed) return html`<del>${said}</del> <small>${text("reversed")}</small>`;
  return html`
    ${said}
    ${isScorer && html`<details><summary>${text("reverse")}</summary><${TextForm} label=${text("reverse_reason")} button=${text("reverse")} onSend=${onReverse} /></details>`}
  `;
}
