// @ts-check
/** From which entry of the ledger a webhook continues: an earlier one to be told again, a later one to skip some. */
import { html, useState } from "./htm_preact_standalone.js";
import { continueFrom } from "./keys_api.js";
import { text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { ProblemView } from "./problem_view.js";
import { sentNumber } from "./typed_number.js";
import { useAction } from "./use_action.js";

const ENTRIES = { least: 1 };

/** @param {{ webhook: string, next: number, name: string, onChange: () => Promise<void> }} properties */
export function WebhookPlace({ webhook, next, name, onChange }) {
  const [seq, setSeq] = useState(String(next));
  const { isBusy, error, act } = useAction();
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    act(() => continueFrom(webhook, sentNumber(seq) ?? 0).then(onChange));
  };
  return html`
    <form class="line-form" onSubmit=${send}>
      <${NumberInput} label=${text("continue_from")} limits=${ENTRIES} isRequired value=${seq} onInput=${setSeq} />
      <button type="submit" disabled=${isBusy} aria-label=${`${text("continue_there")}: ${name}`}>${text("continue_there")}</button>
      ${error !== null && html`<${ProblemView} error=${error} />`}
    </form>
  `;
}
