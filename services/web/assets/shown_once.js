// @ts-check
/** A secret that the server tells once: to be copied before it is gone. */
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @param {{ label: string, value: string, onDone: () => void }} properties */
export function ShownOnce({ label, value, onDone }) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.select(), []);
  const copy = () => {
    field.current?.select();
    navigator.clipboard.writeText(value).then(() => setCopied(true), () => setCopied(false));
  };
  return html`
    <div class="once">
      <label class="grows">${label}
        <input ref=${field} readonly value=${value} autocomplete="off" spellcheck=${false} />
      </label>
      <p class="quiet-text">${text("shown_once")}</p>
      <p class="line">
        ${"clipboard" in navigator && html`<button type="button" onClick=${copy}>${text("copy")}</button>`}
        <span role="status">${isCopied ? text("copied") : ""}</span>
        <button type="button" class="quiet" onClick=${onDone}>${text("kept_it")}</button>
      </p>
    </div>
  `;
}
