// @ts-check
/** A part of a long form that opens and closes. It opens by itself when something in it is wrong, and never closes by itself. */
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @param {{ title: string, wrong: number, isOpenAtFirst?: boolean, content: () => unknown }} properties `wrong`: how many problems are in it */
export function FormSection({ title, wrong, isOpenAtFirst = false, content }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (wrong > 0) setOpen(true);
  }, [wrong > 0]);
  const onToggle = (/** @type {{ currentTarget: HTMLDetailsElement }} */ { currentTarget }) => setOpen(currentTarget.open);
  return html`
    <details class="form-section" open=${isOpen} onToggle=${onToggle}>
      <summary><b>${title}</b>${wrong > 0 && html` <span class="wrong-count">${text("problem_count", { count: wrong })}</span>`}</summary>
      ${isOpen && content()}
    </details>
  `;
}
