// @ts-check
/** Why something happened or is changed, typed or taken from usual reasons. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @param {{ value: string, onChange: (value: string) => void, isRequired: boolean, usual?: string[] }} properties */
export const ReasonInput = ({ value, onChange, isRequired, usual = [] }) => html`
  <label class="grows">${text(isRequired ? "reason" : "reason_if_any")}
    <input value=${value} required=${isRequired} maxlength="500" autocomplete="off"
      onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange(currentTarget.value)} />
  </label>
  ${usual.length > 0 &&
  html`<div class="keys" role="group" aria-label=${text("usual_reasons")}>
    ${usual.map((reason) => html`<button type="button" onClick=${() => onChange(reason)}>${reason}</button>`)}
  </div>`}
`;
