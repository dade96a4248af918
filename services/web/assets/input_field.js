// @ts-check
/** A line of text with a label. */
import { html } from "./htm_preact_standalone.js";

/**
 * @param {{ label: string, value: string, type?: string, isRequired?: boolean, longest?: number, range?: readonly [least: number, most: number],
 *   step?: string, autocomplete?: string, onInput: (value: string) => void }} properties `longest`: the most characters; `range`, `step`: of a number
 */
export const InputField = ({ label, value, type = "text", isRequired = true, longest = 100, range, step, autocomplete = "off", onInput }) => html`
  <label class="grows">${label}
    <input type=${type} value=${value} required=${isRequired} maxlength=${range ? undefined : longest} min=${range?.[0]} max=${range?.[1]} step=${step}
      autocomplete=${autocomplete}
      onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onInput(currentTarget.value)} />
  </label>
`;
