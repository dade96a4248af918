// @ts-check
/** A day. What is none is marked at the field and told to nobody: a form with it is not sent. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { useId } from "./use_id.js";

/** @param {{ label: string, value: string, isRequired?: boolean, onChange: (day: string) => void }} properties `value`: as `2026-11-21`, or empty */
export function DayField({ label, value, isRequired = true, onChange }) {
  /** What the browser has of a day that is none: it keeps what is typed for itself. */
  const [wrong, setWrong] = useState(/** @type {string | null} */ (null));
  const id = useId("day");
  const onInput = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => {
    const { badInput, rangeUnderflow, rangeOverflow } = currentTarget.validity;
    const isWrong = badInput || rangeUnderflow || rangeOverflow;
    setWrong(isWrong ? currentTarget.value : null);
    if (!isWrong) onChange(currentTarget.value);
  };
  return html`
    <div class="number-input">
      <label>${label}
        <input type="date" value=${wrong ?? value} required=${isRequired} min="1900-01-01" max="2200-12-31" autocomplete="off"
          aria-invalid=${wrong !== null} aria-describedby=${id} onInput=${onInput} />
      </label>
      <small class="fault" id=${id} role="status">${wrong === null ? "" : text("no_day")}</small>
    </div>
  `;
}
