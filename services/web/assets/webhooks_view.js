// @ts-check
/** The webhooks of a club: those that were made, and another one. */
import { html, useState } from "./htm_preact_standalone.js";
import { listWebhooks, makeWebhook } from "./keys_api.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { ProblemView } from "./problem_view.js";
import { ShownOnce } from "./shown_once.js";
import { useLoaded } from "./use_loaded.js";
import { WebhookForm } from "./webhook_form.js";
import { WebhookRow } from "./webhook_row.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const NOTHING = { name: "", url: "", types: [] };

/** @param {{ club: string }} properties */
export function WebhooksView({ club }) {
  const { value, error, reload } = useLoaded(() => listWebhooks(club), [club]);
  const [secret, setSecret] = useState("");
  const [made, setMade] = useState(0);
  /** @param {import("./webhook_form.js").WebhookFields} fields */
  const make = async (fields) => {
    const webhook = await makeWebhook(club, fields);
    setSecret(webhook.secret ?? "");
    // The form begins anew.
    setMade(made + 1);
    await reload();
  };
  return html`
    <section aria-labelledby="webhooks">
      <h3 id="webhooks">${text("webhooks")}</h3>
      <p class="quiet-text">${text("webhooks_hint")}</p>
      <${LazyDetails} key=${made} summary=${text("new_webhook")}
        content=${() => html`<${WebhookForm} first=${NOTHING} button=${text("make_webhook")} onSend=${make} />`} />
      ${secret !== "" && html`<${ShownOnce} key=${secret} label=${text("secret_of_webhook")} value=${secret} onDone=${() => setSecret("")} />`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      ${value?.webhooks.length === 0 && html`<p>${text("no_webhooks")}</p>`}
      <ul class="list">
        ${value?.webhooks.map((webhook) => html`<li key=${webhook.id}><${WebhookRow} club=${club} webhook=${webhook} onChange=${reload} /></li>`)}
      </ul>
    </section>
  `;
}
