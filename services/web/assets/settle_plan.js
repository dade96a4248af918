// @ts-check
/** Who would pay whom, and a button that settles it. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PlannedTransfers } from "./planned_transfers.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ transfers: Schemas["PlannedTransfer"][], currency: string, isScorer: boolean, warning?: string | null, onSettle: () => Promise<unknown>, onDone: (isSettled: boolean) => void }} properties
 * `warning`: what is asked before, if anything; `onDone`: it was settled or refused; either way, what is open may be something else now
 */
export function SettlePlan({ transfers, currency, isScorer, warning = null, onSettle, onDone }) {
  const { isBusy, error, act } = useAction();
  const settle = async () => onDone(await act(onSettle));
  return html`
    <${PlannedTransfers} transfers=${transfers} currency=${currency} />
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${isScorer && transfers.length > 0 && warning !== null && html`<p>${warning}</p><${AskedTwice} label=${text("settle")} warning=${warning} onSure=${settle} />`}
    ${isScorer && transfers.length > 0 && warning === null && html`<button type="button" class="go" disabled=${isBusy} onClick=${settle}>${text("settle")}</button>`}
  `;
}
