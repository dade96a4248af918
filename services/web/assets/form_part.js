// @ts-check
/** A part of a form that opens and closes. It hides no field that is wrong: it opens when the browser or the server refuses one, and stays open. */
import { html, useEffect, useState } from "./htm_preact_standalone.js";

/**
 * @param {{ summary: unknown, isWrong?: boolean, isOpenAtFirst?: boolean, content: () => unknown }} properties
 * `isWrong`: the form knows that something in it is wrong, and it opens by itself
 */
export function FormPart({ summary, isWrong = false, isOpenAtFirst = false, content }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  /** What is in it is made when it opens, and stays: a form is not sent without the fields that somebody closed. */
  const [isMade, setMade] = useState(isOpenAtFirst);
  /** @param {boolean} next */
  const change = (next) => {
    setOpen(next);
    if (next) setMade(true);
  };
  useEffect(() => {
    if (isWrong) change(true);
  }, [isWrong]);
  /** @param {{ currentTarget: HTMLDetailsElement }} event */
  const onToggle = ({ currentTarget }) => {
    if (currentTarget.querySelector('[aria-invalid="true"]') !== null) currentTarget.open = true;
    change(currentTarget.open);
  };
  /** The browser shows what is wrong in a field after this, if the field is to be seen by then. @param {{ currentTarget: HTMLDetailsElement }} event */
  const onInvalid = ({ currentTarget }) => {
    currentTarget.open = true;
    change(true);
  };
  return html`
    <details open=${isOpen} onToggle=${onToggle} onInvalidCapture=${onInvalid}>
      <summary>${summary}</summary>
      ${isMade && content()}
    </details>
  `;
}
