// @ts-check
/** Who would pay whom, if it were settled now. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { money } from "./money.js";
import { partyName } from "./party_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** A payment as a sentence. @param {Pick<Schemas["PlannedTransfer"], "from" | "to" | "amount_cents">} transfer @param {string} currency */
export const transferText = ({ from, to, amount_cents }, currency) => text("pays_whom", { from: partyName(from), to: partyName(to), amount: money(amount_cents, currency) });

/** @param {{ transfers: Schemas["PlannedTransfer"][], currency: string }} properties */
export const PlannedTransfers = ({ transfers, currency }) => html`
  <h3>${text("would_pay")}</h3>
  ${transfers.length === 0 && html`<p><span class="settled">${text("nothing_to_settle")}</span></p>`}
  <ul class="list">
    ${transfers.map((transfer) => html`<li>${transferText(transfer, currency)}</li>`)}
  </ul>
`;
