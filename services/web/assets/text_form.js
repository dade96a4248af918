// @ts-check
/** One line of text and a button: a name for something new. */
import { html, useState } from "./htm_preact_standalone.js";
import { ProblemView } from "./problem_view.js";

/**
 * @param {{ label: string, button: string, onSend: (value: string) => Promise<void>, refusal?: (value: string) => string | null }} properties
 * `refusal`: why a value is not sent
 */
export function TextForm({ label, button, onSend, refusal = () => null }) {
  const [value, setValue] = useState("");
  const [refused, setRefused] = useState(/** @type {string | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    const reason = refusal(value.trim());
    setRefused(reason);
    if (reason !== null) return;
    setBusy(true);
    setError(null);
    try {
      await onSend(value.trim());
      setValue("");
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  return html`
    <form class="line" onSubmit=${send}>
      <label class="grows">${label}
        <input value=${value} required maxlength="100" autocomplete="off" onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => setValue(currentTarget.value)} />
      </label>
      <button type="submit" disabled=${isBusy}>${button}</button>
      ${refused !== null && html`<p class="problem" role="alert">${refused}</p>`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
    </form>
  `;
}
