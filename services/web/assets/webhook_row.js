// @ts-check
/** A webhook of a club: how it does, and what may be done with it. */
import { ActionButton } from "./action_button.js";
import { AskedTwice } from "./asked_twice.js";
import { DeliveriesView } from "./deliveries_view.js";
import { html, useState } from "./htm_preact_standalone.js";
import { changeWebhook, commandWebhook, deleteWebhook } from "./keys_api.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { momentText } from "./moment_text.js";
import { WebhookForm } from "./webhook_form.js";
import { WebhookPlace } from "./webhook_place.js";
import { WebhookSecret } from "./webhook_secret.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {Schemas["Webhook"]} webhook */
function facts({ types, delivered_seq: seq, failures, next_attempt_at: next, disabled_reason: reason }) {
  return [
    types && types.length > 0 ? text("told_of", { count: types.length }) : text("told_of_everything"),
    text("delivered_seq", { seq }),
    reason ? text(`disabled_${reason}`) : "",
    failures > 0 ? text("failures", { count: failures }) : "",
    next ? text("next_attempt", { moment: momentText(next) }) : "",
  ].filter((fact) => fact !== "");
}

/** @param {{ club: string, webhook: Schemas["Webhook"], onChange: () => Promise<void> }} properties */
export function WebhookRow({ club, webhook, onChange }) {
  const { id, name, url, types, state } = webhook;
  const path = `${club}/webhooks/${id}`;
  const [tests, setTests] = useState(0);
  const isActive = state === "active";
  const test = async () => {
    await commandWebhook(path, "test");
    setTests(tests + 1);
  };
  const turn = () => commandWebhook(path, isActive ? "disable" : "enable").then(onChange);
  const first = { name, url, types: types ?? [] };
  const change = (/** @type {import("./webhook_form.js").WebhookFields} */ fields) => changeWebhook(path, fields).then(onChange);
  return html`
    <b>${name}</b> <span class="label">${text(`webhook_${state}`)}</span>
    <br /><code>${url}</code>
    <br /><small>${facts(webhook).join(" · ")}</small>
    <p class="actions">
      <${ActionButton} label=${text(isActive ? "disable" : "enable")} about=${name} onAct=${turn} />
      <${ActionButton} label=${text("send_test")} about=${name} onAct=${test} />
    </p>
    <p role="status">${tests > 0 ? text("test_sent") : ""}</p>
    <${LazyDetails} summary=${text("deliveries")} about=${name} content=${() => html`<${DeliveriesView} webhook=${path} tests=${tests} />`} />
    <${LazyDetails} summary=${text("change_webhook")} about=${name}
      content=${() => html`
        <${WebhookForm} key=${JSON.stringify(first)} first=${first} button=${text("save")} onSend=${change} />
        <${WebhookSecret} webhook=${path} name=${name} onChange=${onChange} />
        <${WebhookPlace} webhook=${path} next=${webhook.delivered_seq + 1} name=${name} onChange=${onChange} />
        <${AskedTwice} label=${text("delete_webhook")} about=${name} warning=${text("delete_webhook_warning")} onSure=${() => deleteWebhook(path).then(onChange)} />
      `} />
  `;
}
