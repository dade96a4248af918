// @ts-check
/** Who would pay whom, and a button that settles it. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PlannedTransfers } from "./planned_transfers.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {ReturnType<typeof import("./use_action.js").useAction>} Action */

/**
 * What was refused is said by whoever shows the plan: there may be none afterwards.
 * @param {{ transfers: Schemas["PlannedTransfer"][], currency: string, isScorer: boolean, warning?: string | null, action: Action, onSettle: () => Promise<unknown>, onDone: () => void }} properties
 * `warning`: what is asked before, if anything; `onDone`: it was settled or refused; either way, what is open may be something else now
 */
export function SettlePlan({ transfers, currency, isScorer, warning = null, action: { isBusy, act }, onSettle, onDone }) {
  const settle = () => act(onSettle).then(onDone);
  return html`
    <${PlannedTransfers} transfers=${transfers} currency=${currency} />
    ${isScorer && transfers.length > 0 && warning !== null && html`<${AskedTwice} label=${text("settle")} warning=${warning} onSure=${settle} />`}
    ${isScorer && transfers.length > 0 && warning === null && html`<button type="button" class="go" disabled=${isBusy} onClick=${settle}>${text("settle")}</button>`}
  `;
}
