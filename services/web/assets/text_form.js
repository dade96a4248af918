// @ts-check
/** One line of text and a button: a name for something new. */
import { html, useState } from "./htm_preact_standalone.js";
import { ProblemView } from "./problem_view.js";
import { emptied } from "./use_action.js";

/**
 * @param {{ label: string, button: string, onSend: (value: string) => Promise<void> }} properties
 */
export function TextForm({ label, button, onSend }) {
  const [value, setValue] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onSend(value.trim());
      setValue(emptied(value));
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
      ${error !== null && html`<${ProblemView} error=${error} />`}
    </form>
  `;
}
