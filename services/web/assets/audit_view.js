// @ts-check
/** An audit: how far it is, and what it found. */
import { followAudit } from "./audit_progress.js";
import { AuditReport } from "./audit_report.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ audit: string, onFinished: () => void }} properties `audit`: its path in the API */
export function AuditView({ audit: path, onFinished }) {
  const [audit, setAudit] = useState(/** @type {Schemas["Audit"] | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    const onAudit = (/** @type {Schemas["Audit"]} */ read) => {
      setAudit(read);
      setError(null);
      if (read.state === "finished") onFinished();
    };
    return followAudit(path, onAudit, setError);
  }, [path]);
  const progress = audit === null || audit.state === "finished" ? null : text(`audit_${audit.state}`);
  return html`
    ${error !== null && html`<${ProblemView} error=${error} />`}
    <p role="status">${progress}</p>
    ${audit !== null && progress !== null && audit.of > 0 &&
    html`<label class="grows">${text("entries_read", { done: audit.done, of: audit.of })} <progress value=${audit.done} max=${audit.of}></progress></label>`}
    ${audit?.state === "finished" && html`<${AuditReport} club=${path.replace(/\/audits\/.*/, "")} audit=${audit} />`}
  `;
}
