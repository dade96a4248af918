// @ts-check
/** A line of text with a label. */
import { html } from "./htm_preact_standalone.js";

/**
 * @param {{ label: string, value: string, type?: string, isRequired?: boolean, longest?: number, autocomplete?: string, onInput: (value: string) => void }} properties
 * `longest`: the most characters
 */
export const InputField = ({ label, value, type = "text", isRequired = true, longest = 100, autocomplete = "off", onInput }) => html`
  <label class="grows">${label}
    <input type=${type} value=${value} required=${isRequired} maxlength=${longest} autocomplete=${autocomplete}
      onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onInput(currentTarget.value)} />
  </label>
`;
