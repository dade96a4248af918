// @ts-check
/** The identities of another service by which one comes in to one's account, where there are any. */
import { listIdentities, unlinkIdentity } from "./account_api.js";
import { AskedTwice } from "./asked_twice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { momentText } from "./moment_text.js";
import { ProblemView } from "./problem_view.js";
import { useLoaded } from "./use_loaded.js";

export function IdentitiesView() {
  const { value, error, reload } = useLoaded(listIdentities, []);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (value === null || value.identities.length === 0) return null;
  return html`
    <section aria-labelledby="identities">
      <h3 id="identities">${text("identities")}</h3>
      <ul class="list">
        ${value.identities.map(
          ({ id, issuer, subject, linked_at: linked, used_at: used }) => html`
            <li key=${id}>
              <b>${subject}</b> <code>${issuer}</code>
              <br /><small>${text("identity_linked", { moment: momentText(linked) })} · ${used ? text("used_at", { moment: momentText(used) }) : text("never_used")}</small>
              <div class="actions">
                <${AskedTwice} label=${text("unlink_identity")} about=${subject} warning=${text("unlink_identity_warning")}
                  onSure=${() => unlinkIdentity(id).then(reload)} />
              </div>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}
