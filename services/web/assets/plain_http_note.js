// @ts-check
/** Says once what does not work because a page came over plain HTTP. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";

const KEPT = "faan-plain-http-understood";

/** A browser may refuse to keep anything. */
function isUnderstood() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

function understand() {
  try {
    localStorage.setItem(KEPT, "");
  } catch {
    // Then it is said again next time.
  }
}

/** Stands on every page once. */
export function PlainHttpNote() {
  const [isShown, setShown] = useState(() => !globalThis.isSecureContext && !isUnderstood());
  if (!isShown) return null;
  const close = () => {
    understand();
    setShown(false);
  };
  return html`<p class="line quiet-text" role="note">${text("plain_http")} <button type="button" class="quiet" onClick=${close}>${text("understood")}</button></p>`;
}
