// @ts-check
/** What was sent to a webhook, and waits to be. A delivery can be sent again. */
import { ActionButton } from "./action_button.js";
import { entryKindText } from "./entry_kind_text.js";
import { html, useEffect } from "./htm_preact_standalone.js";
import { listDeliveries, replayDelivery } from "./keys_api.js";
import { text } from "./language.js";
import { momentText } from "./moment_text.js";
import { ProblemView } from "./problem_view.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** How soon the list is read again while something waits to be sent. */
const AGAIN_MS = 2_000;

/** @param {{ webhook: string, tests: number }} properties `tests`: how many were sent since the page opened */
export function DeliveriesView({ webhook, tests }) {
  const { items, error, reload, more } = usePages(async (cursor) => {
    const page = await listDeliveries(webhook, cursor);
    return { items: page.deliveries, next: page.next_cursor };
  }, [webhook, tests]);
  const isWaiting = items?.some(({ state }) => state === "waiting") ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(reload, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [items]);
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    ${items?.length === 0 && html`<p>${text("no_deliveries")}</p>`}
    <ul class="list">
      ${items?.map((delivery) => {
        const replay = () => replayDelivery(webhook, delivery.id).then(reload);
        return html`<li key=${delivery.id}><${DeliveryRow} delivery=${delivery} onReplay=${replay} /></li>`;
      })}
    </ul>
    <p class="actions">
      <button type="button" class="quiet" onClick=${reload}>${text("read_again")}</button>
      ${more && html`<button type="button" class="quiet" onClick=${more}>${text("show_more")}</button>`}
    </p>
  `;
}

/** @param {{ delivery: Schemas["Delivery"], onReplay: () => Promise<void> }} properties */
function DeliveryRow({ delivery, onReplay }) {
  const { type, seq, state, attempt, sent_at: sent, status, error, duration_ms: duration, next_attempt_at: next } = delivery;
  const facts = [
    sent ? momentText(sent) : "",
    text("attempt", { count: attempt }),
    status !== undefined ? text("answered", { status }) : "",
    error ?? "",
    duration !== undefined ? text("milliseconds", { count: duration }) : "",
    next ? text("next_attempt", { moment: momentText(next) }) : "",
  ].filter((fact) => fact !== "");
  const subject = seq === undefined ? entryKindText(type) : text("entry_number", { seq, kind: entryKindText(type) });
  return html`
    ${subject} <span class="label">${text(`delivery_${state}`)}</span>
    <br /><small>${facts.join(" · ")}</small>
    ${state !== "waiting" && seq !== undefined && html`<div class="actions"><${ActionButton} label=${text("replay")} about=${subject} onAct=${onReplay} /></div>`}
  `;
}
