// @ts-check
/** A button that opens a form. Whoever closes the form is at the button again. */
import { html, useRef, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @param {{ label: string, about?: string, content: (close: () => void) => unknown }} properties `about`: what it concerns, for those who hear the label alone */
export function OpeningForm({ label, about, content }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return html`
    <button type="button" class="quiet" ref=${button} aria-label=${about && text("change_of", { about: label, what: about })} aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${label}</button>
    ${isOpen && content(close)}
  `;
}
