// @ts-check
/** Something that is not there until somebody opens it. */
import { html, useState } from "./htm_preact_standalone.js";

/** @param {{ summary: string, content: () => unknown }} properties */
export function Disclosure({ summary, content }) {
  const [isOpen, setOpen] = useState(false);
  return html`
    <details onToggle=${(/** @type {{ currentTarget: HTMLDetailsElement }} */ { currentTarget }) => setOpen(currentTarget.open)}>
      <summary>${summary}</summary>
      ${isOpen && content()}
    </details>
  `;
}
