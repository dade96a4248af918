// @ts-check
/** The audits of a club's ledger: those that were asked for, and another one. */
import { AuditView } from "./audit_view.js";
import { listAudits } from "./audits_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { momentText } from "./moment_text.js";
import { LazyDetails } from "./lazy_details.js";
import { NewAudit } from "./new_audit.js";
import { ProblemView } from "./problem_view.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string }} properties */
export function AuditsView({ club }) {
  const { items, error, reload, more } = usePages(async (cursor) => {
    const page = await listAudits(club, cursor);
    return { items: page.audits, next: page.next_cursor };
  }, [club]);
  /** The audit that was asked for last here. */
  const [followed, setFollowed] = useState("");
  /** @param {Schemas["Audit"]} audit */
  const onAsked = (audit) => {
    setFollowed(audit.id);
    reload();
  };
  return html`
    <section aria-labelledby="audits">
      <h3 id="audits">${text("audits")}</h3>
      <p class="quiet-text">${text("audits_hint")}</p>
      <${NewAudit} club=${club} onAsked=${onAsked} />
      ${followed !== "" && html`<div class="panel"><${AuditView} key=${followed} audit=${`${club}/audits/${followed}`} onFinished=${reload} /></div>`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      ${items?.length === 0 && html`<p>${text("no_audits")}</p>`}
      <ul class="list">
        ${items?.map(
          (audit) => html`
            <li key=${audit.id}>
              <b>${momentText(audit.asked_at)}</b> <span class="label">${text(audit.verdict ? `verdict_${audit.verdict}` : `audit_${audit.state}`)}</span>
              <${LazyDetails} summary=${text("audit_report")} about=${momentText(audit.asked_at)}
                content=${() => html`<${AuditView} audit=${`${club}/audits/${audit.id}`} onFinished=${() => {}} />`} />
            </li>
          `,
        )}
      </ul>
      ${more && html`<button type="button" onClick=${more}>${text("show_more")}</button>`}
    </section>
  `;
}
