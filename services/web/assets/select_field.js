// @ts-check
/** A choice of one of several values, in a list that opens. */
import { html } from "./htm_preact_standalone.js";

/**
 * @template {string} Value
 * @param {{ label: string, value: Value, options: ReadonlyArray<readonly [Value, string]>, onChange: (value: Value) => void }} properties
 */
export const SelectField = ({ label, value, options, onChange }) => html`
  <label class="grows">${label}
    <select value=${value}
      onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onChange(/** @type {Value} */ (currentTarget.value))}>
      ${options.map(([option, name]) => html`<option value=${option} selected=${option === value}>${name}</option>`)}
    </select>
  </label>
`;
