// @ts-check
/** Something that is so or not. */
import { html } from "./htm_preact_standalone.js";

/** @param {{ label: string, isChecked: boolean, place?: string, onChange: (isChecked: boolean) => void }} properties `place`: where a request has it (`markRefused`) */
export const CheckField = ({ label, isChecked, place, onChange }) => html`
  <label class="check">
    <input type="checkbox" checked=${isChecked} data-place=${place}
      onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange(currentTarget.checked)} />
    ${label}
  </label>
`;
