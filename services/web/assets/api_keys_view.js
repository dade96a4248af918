// @ts-check
/** The API keys of a club: those that were made, and another one. */
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { listApiKeys, revokeApiKey } from "./keys_api.js";
import { text } from "./language.js";
import { momentText } from "./moment_text.js";
import { NewApiKey } from "./new_api_key.js";
import { ProblemView } from "./problem_view.js";
import { roleText } from "./role_text.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string }} properties */
export function ApiKeysView({ club }) {
  const { items, error, reload, more } = usePages(async (cursor) => {
    const page = await listApiKeys(club, cursor);
    return { items: page.api_keys, next: page.next_cursor };
  }, [club]);
  return html`
    <section aria-labelledby="api-keys">
      <h3 id="api-keys">${text("api_keys")}</h3>
      <p class="quiet-text">${text("api_keys_hint")}</p>
      <${NewApiKey} club=${club} onMade=${reload} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <ul class="list">
        ${items?.map((key) => html`<li key=${key.id}><${ApiKeyRow} apiKey=${key} onRevoke=${() => revokeApiKey(club, key.id).then(reload)} /></li>`)}
      </ul>
      ${more && html`<button type="button" onClick=${more}>${text("show_more")}</button>`}
    </section>
  `;
}

/** @param {{ apiKey: Schemas["ApiKey"], onRevoke: () => Promise<void> }} properties */
function ApiKeyRow({ apiKey, onRevoke }) {
  const { name, role, status, expires_at: end, used_at: used, made_at: made } = apiKey;
  const facts = [
    roleText(role),
    text("made_at", { moment: momentText(made) }),
    used ? text("used_at", { moment: momentText(used) }) : text("never_used"),
    end ? text(status === "expired" ? "expired_at" : "good_until", { moment: momentText(end) }) : text("without_end"),
  ];
  return html`
    <b>${name}</b> <span class="label">${text(`key_${status}`)}</span>
    <br /><small>${facts.join(" · ")}</small>
    ${status === "active" &&
    html`<div class="actions"><${AskedTwice} label=${text("revoke_key")} about=${name} warning=${text("revoke_key_warning")} onSure=${onRevoke} /></div>`}
  `;
}
