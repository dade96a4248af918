// @ts-check
/** A choice of one of several values, in a list that opens. */
import { html } from "./htm_preact_standalone.js";

/**
 * @template {string} Value
 * @param {{ label: string, value: Value, options: ReadonlyArray<readonly [Value, string]>, place?: string, onChange: (value: Value) => void }} properties
 * `place`: where a request has it (`markRefused`)
 */
export const SelectField = ({ label, value, options, place, onChange }) => html`
  <label class="grows">${label}
    <select value=${value} data-place=${place}
      onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onChange(/** @type {Value} */ (currentTarget.value))}>
      ${options.map(([option, name]) => html`<option value=${option} selected=${option === value}>${name}</option>`)}
    </select>
  </label>
`;
