// @ts-check
/** A secret that the server tells once: to be copied before it is gone. */
import { CopyButton } from "./copy_button.js";
import { html, useEffect, useRef } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @param {{ label: string, value: string, onDone: () => void }} properties */
export function ShownOnce({ label, value, onDone }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.select(), []);
  return html`
    <div class="once">
      <label class="grows">${label}
        <input ref=${field} readonly value=${value} autocomplete="off" spellcheck=${false} />
      </label>
      <p class="quiet-text">${text("shown_once")}</p>
      <p class="line">
        <${CopyButton} label=${text("copy")} said=${text("copied")} value=${() => value} />
        <button type="button" class="quiet" onClick=${onDone}>${text("kept_it")}</button>
      </p>
    </div>
  `;
}
