// @ts-check
/** Something that is so or not. */
import { html } from "./htm_preact_standalone.js";

/** @param {{ label: string, isChecked: boolean, onChange: (isChecked: boolean) => void }} properties */
export const CheckField = ({ label, isChecked, onChange }) => html`
  <label class="check">
    <input type="checkbox" checked=${isChecked}
      onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange(currentTarget.checked)} />
    ${label}
  </label>
`;
