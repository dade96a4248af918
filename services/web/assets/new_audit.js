// @ts-check
/** Asking for an audit: of everything, or with only the hands of some entries scored again; and what other rules would have come to. */
import { listVariants } from "./api.js";
import { askForAudit } from "./audits_api.js";
import { FormPart } from "./form_part.js";
import { html, useState } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { ProblemView } from "./problem_view.js";
import { listClubVariants } from "./rules_api.js";
import { SelectField } from "./select_field.js";
import { sentNumber } from "./typed_number.js";
import { useAction } from "./use_action.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const ENTRIES = { least: 1 };
const NO_OTHER = "";

/** @param {{ club: string, onAsked: (audit: Schemas["Audit"]) => void }} properties */
export function NewAudit({ club, onAsked }) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [variant, setVariant] = useState(NO_OTHER);
  const { isBusy, error, act } = useAction();
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    const other = variant === NO_OTHER ? {} : { what_if: { variant: { hash: variant } } };
    act(() => askForAudit(club, { from_seq: sentNumber(from), to_seq: sentNumber(to), ...other }).then(onAsked));
  };
  return html`
    <form class="form" onSubmit=${send}>
      <${FormPart} summary=${text("audit_range")}
        content=${() => html`
          <${NumberInput} label=${text("audit_from")} limits=${ENTRIES} place="/from_seq" value=${from} onInput=${setFrom} />
          <${NumberInput} label=${text("audit_to")} limits=${ENTRIES} place="/to_seq" value=${to} onInput=${setTo} />
        `} />
      <${FormPart} summary=${text("audit_what_if")} content=${() => html`<${OtherRules} club=${club} variant=${variant} onChange=${setVariant} />`} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy}>${text("ask_for_audit")}</button>
    </form>
  `;
}

/** The rules there are: the club's own, and those that every club has. @param {string} club */
async function loadVariants(club) {
  const [{ variants: own }, { variants }] = await Promise.all([listClubVariants(club, null), listVariants()]);
  return [...own.filter(({ hash }) => !variants.some((builtIn) => builtIn.hash === hash)), ...variants];
}

/** @param {{ club: string, variant: string, onChange: (variant: string) => void }} properties `variant`: its content hash */
function OtherRules({ club, variant, onChange }) {
  const { value, error } = useLoaded(() => loadVariants(club), [club]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const options = value.map(({ hash, name }) => /** @type {const} */ ([hash, nameOf(name)]));
  return html`
    <p class="quiet-text">${text("audit_what_if_what")}</p>
    <${SelectField} label=${text("other_rules")} place="/what_if" value=${variant} options=${[[NO_OTHER, text("no_other_rules")], ...options]} onChange=${onChange} />
  `;
}
