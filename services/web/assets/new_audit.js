// @ts-check
/** Asking for an audit: of everything, or with only the hands of some entries scored again. */
import { askForAudit } from "./audits_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const ENTRIES = /** @type {const} */ ([1, Number.MAX_SAFE_INTEGER]);

/** @param {{ club: string, onAsked: (audit: Schemas["Audit"]) => void }} properties */
export function NewAudit({ club, onAsked }) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const { isBusy, error, act } = useAction();
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    const first = from === "" ? {} : { from_seq: Number(from) };
    const last = to === "" ? {} : { to_seq: Number(to) };
    act(() => askForAudit(club, { ...first, ...last }).then(onAsked));
  };
  return html`
    <form class="form" onSubmit=${send}>
      <${LazyDetails} summary=${text("audit_range")}
        content=${() => html`
          <${InputField} label=${text("audit_from")} type="number" isRequired=${false} range=${ENTRIES} value=${from} onInput=${setFrom} />
          <${InputField} label=${text("audit_to")} type="number" isRequired=${false} range=${ENTRIES} value=${to} onInput=${setTo} />
        `} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy}>${text("ask_for_audit")}</button>
    </form>
  `;
}
