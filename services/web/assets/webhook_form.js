// @ts-check
/** What a webhook is for, where its receiver is, and what it is told of. */
import { CheckField } from "./check_field.js";
import { ENTRY_KINDS, entryKindText } from "./entry_kind_text.js";
import { FormPart } from "./form_part.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./entry_kind_text.js").EntryKind} EntryKind */
/** `types`: none means all. @typedef {{ name: string, url: string, types: EntryKind[] }} WebhookFields */

const LONGEST_URL = 2048;

/** @param {{ first: WebhookFields, button: string, onSend: (fields: WebhookFields) => Promise<unknown> }} properties */
export function WebhookForm({ first, button, onSend }) {
  const [name, setName] = useState(first.name);
  const [url, setUrl] = useState(first.url);
  const [types, setTypes] = useState(first.types);
  const { isBusy, error, act } = useAction();
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    act(() => onSend({ name: name.trim(), url: url.trim(), types }));
  };
  /** @param {EntryKind} kind @param {boolean} isTold */
  const tell = (kind, isTold) => setTypes(ENTRY_KINDS.filter((other) => (other === kind ? isTold : types.includes(other))));
  return html`
    <form class="form" onSubmit=${send}>
      <${InputField} label=${text("webhook_name")} value=${name} onInput=${setName} />
      <${InputField} label=${text("webhook_url")} type="url" longest=${LONGEST_URL} value=${url} onInput=${setUrl} />
      <${FormPart} summary=${types.length === 0 ? text("told_of_everything") : text("told_of", { count: types.length })}
        content=${() => html`
          <fieldset class="choice" data-place="/types">
            <legend>${text("told_of_legend")}</legend>
            ${ENTRY_KINDS.map((kind) => html`<${CheckField} label=${entryKindText(kind)} isChecked=${types.includes(kind)}
              onChange=${(/** @type {boolean} */ isTold) => tell(kind, isTold)} />`)}
          </fieldset>
        `} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy}>${button}</button>
    </form>
  `;
}
