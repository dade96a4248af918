// @ts-check
/** Something that opens and closes. What is in it is made when it is open. */
import { html, useState } from "./htm_preact_standalone.js";

/** @param {{ summary: string, about?: string, content: () => unknown }} properties `about`: what it concerns, for those who hear the summary alone */
export function LazyDetails({ summary, about, content }) {
  const [isOpen, setOpen] = useState(false);
  const onToggle = (/** @type {{ currentTarget: HTMLDetailsElement }} */ { currentTarget }) => setOpen(currentTarget.open);
  return html`
    <details open=${isOpen} onToggle=${onToggle}>
      <summary>${summary}${about && html`<span class="visually-hidden">: ${about}</span>`}</summary>
      ${isOpen && content()}
    </details>
  `;
}
