// @ts-check
/** A button that copies a text, wherever the browser has a way to. Where it has none, the text stands there selected. */
import { copyText } from "./copy_text.js";
import { html, useEffect, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** For how long it is said that something was copied. */
const SAID_MS = 3_000;

/** @param {{ label: string, said: string, isQuiet?: boolean, value: () => string }} properties `said`: what is said once it is copied */
export function CopyButton({ label, said, isQuiet = false, value }) {
  const [isCopied, setCopied] = useState(false);
  const [shown, setShown] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.select(), [shown]);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const copied = value();
    const isDone = await copyText(copied);
    setCopied(isDone);
    setShown(isDone ? "" : copied);
  };
  return html`
    <button type="button" class=${isQuiet ? "quiet" : ""} onClick=${copy}>${label}</button>
    <span role="status">${isCopied ? said : ""}</span>
    ${shown !== "" && html`<label class="grows">${text("copy_by_hand")} <input ref=${field} readonly value=${shown} autocomplete="off" spellcheck=${false} /></label>`}
  `;
}
