// @ts-check
/** Who pays whom after an evening, on paper, with a box for each payment: what is settled, and what would be if it were settled now. */
import { loadEveningSettlement } from "./evening_settlement.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { dayOfMoment } from "./moment_text.js";
import { money } from "./money.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, path: string }} properties `path`: of the evening in the API */
export function PrintedSettlement({ club, path }) {
  const { value, error } = useLoaded(() => loadEveningSettlement(club, path), [club, path]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const { plans, settled } = value;
  if (plans.length + settled.length === 0) return html`<p>${text("nothing_to_settle")}</p>`;
  return html`
    ${plans.map(({ currency, preview: { transfers } }) => html`
      <h3>${text("printout_as_planned")}</h3>
      <${Transfers} currency=${currency} transfers=${transfers.map((transfer) => ({ ...transfer, isPaid: false }))} />
    `)}
    ${settled.map(({ id, currency, settled_at, transfers }) => html`
      <h3 key=${id}>${text("printout_settled_on", { day: dayOfMoment(settled_at) })}</h3>
      <${Transfers} currency=${currency} transfers=${transfers.map((transfer) => ({ ...transfer, isPaid: transfer.open_cents === 0 }))} />
    `)}
  `;
}

/** @param {{ currency: string, transfers: (Schemas["PlannedTransfer"] & { isPaid: boolean })[] }} properties */
const Transfers = ({ currency, transfers }) => html`
  <table>
    <thead><tr>${["pays", "gets", "amount", "paid"].map((column) => html`<th scope="col">${text(/** @type {import("./language.js").TextKey} */ (`printout_${column}`))}</th>`)}</tr></thead>
    <tbody>
      ${transfers.map(({ from, to, amount_cents, isPaid }) => html`
        <tr key=${`${from.id} ${to.id}`}>
          <th scope="row">${partyName(from)}</th><td>${partyName(to)}</td><td>${money(amount_cents, currency)}</td>
          <td><span class="box" role="img" aria-label=${isPaid ? text("paid") : ""}>${isPaid && "✓"}</span></td>
        </tr>
      `)}
    </tbody>
  </table>
`;
