// @ts-check
/** Who would pay whom, if it were settled now. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { money } from "./money.js";
import { partyName } from "./party_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ transfers: Schemas["PlannedTransfer"][], currency: string }} properties */
export const PlannedTransfers = ({ transfers, currency }) => html`
  <h3>${text("would_pay")}</h3>
  ${transfers.length === 0 && html`<p><span class="settled">${text("nothing_to_settle")}</span></p>`}
  <ul class="list">
    ${transfers.map(({ from, to, amount_cents }) => html`<li>${text("pays_whom", { from: partyName(from), to: partyName(to), amount: money(amount_cents, currency) })}</li>`)}
  </ul>
`;
