// @ts-check
/** A number, typed. What is none, or does not fit, is marked at the field, and a form with it is not sent. */
import { html } from "./htm_preact_standalone.js";
import { currentLanguage, text } from "./language.js";
import { faultOf } from "./typed_number.js";
import { useId } from "./use_id.js";

/** @typedef {import("./typed_number.js").Limits} Limits */

/** Why what is typed is not taken, for people; empty if it is. @param {string} typed @param {Limits} limits */
export function numberFault(typed, limits) {
  const { least, most, step = 1 } = limits;
  const format = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 6 });
  const example = (least ?? -1) < 0 ? "-8" : "8";
  switch (faultOf(typed, limits)) {
    case "unreadable":
      return text("number_unreadable", { typed: typed.trim(), example });
    case "between_steps":
      return step === 1 ? text("number_whole") : text("number_steps", { step: format.format(step) });
    case "out_of_range":
      if (most === undefined) return text("number_at_least", { least: format.format(least ?? 0) });
      return text("number_range", { least: format.format(least ?? 0), most: format.format(most) });
    default:
      return "";
  }
}

/** The keyboard that has every letter of such a number: those of digits alone have no minus sign. @param {Limits} limits */
const keyboard = ({ least, step = 1 }) => (least === undefined || least < 0 ? "text" : Number.isInteger(step) ? "numeric" : "decimal");

/**
 * @param {{ label: string, value: string, limits: Limits, isRequired?: boolean, placeholder?: string, place?: string, onInput: (typed: string) => void }} properties
 * `value` is what is typed; `place`: where a request has it (`markRefused`)
 */
export function NumberInput({ label, value, limits, isRequired = false, placeholder = "", place, onInput }) {
  const fault = numberFault(value, limits);
  const id = useId("number");
  // The browser keeps a form with such a field from being sent, and shows why.
  const hold = (/** @type {HTMLInputElement | null} */ input) => input?.setCustomValidity(fault);
  return html`
    <div class="number-input">
      <label>${label}
        <input inputmode=${keyboard(limits)} value=${value} required=${isRequired} placeholder=${placeholder} maxlength="40" autocomplete="off" ref=${hold} data-place=${place}
          aria-invalid=${fault !== ""} aria-describedby=${id}
          onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onInput(currentTarget.value)} />
      </label>
      <small class="fault" id=${id} role="status">${fault}</small>
    </div>
  `;
}
