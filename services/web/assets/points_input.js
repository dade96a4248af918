// @ts-check
/** A number of points, typed. */
import { html } from "./htm_preact_standalone.js";

/** @param {{ label: string, value: string, onChange: (value: string) => void, min?: number, step?: number, placeholder?: string }} properties */
export const PointsInput = ({ label, value, onChange, min, step = 1, placeholder = "" }) => html`
  <label class="points-input">${label}
    <input type="number" min=${min} step=${step} value=${value} placeholder=${placeholder} autocomplete="off"
      onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange(currentTarget.value)} />
  </label>
`;
