// @ts-check
/** A choice of one of a few values, as radio buttons that look like a row of keys. */
import { html } from "./htm_preact_standalone.js";
import { useId } from "./use_id.js";

/**
 * @template {string | number} Value
 * @param {{
 *   name: string, legend: string, value: Value, options: ReadonlyArray<readonly [Value, string]>, taken?: Value | null, isComing?: boolean,
 *   place?: string, onChange: (value: Value) => void,
 * }} properties `taken` cannot be chosen now: its key keeps its place, so that none moves under a thumb; `isComing`: what there is to choose from is
 *   not known yet, so that nothing can be chosen; `place`: where a request has it (`markRefused`)
 */
export function Choice({ name, legend, value, options, taken = null, isComing = false, place, onChange }) {
  // Buttons of one name belong together over the whole page.
  const group = useId(name);
  return html`
    <fieldset class="choice" data-place=${place}>
      <legend>${legend}</legend>
      <div class="keys">
        ${options.map(
          ([option, label]) => html`
            <label class="key" key=${option}>
              <input type="radio" name=${group} value=${option} checked=${option === value && option !== taken} disabled=${isComing || option === taken} onChange=${() => onChange(option)} />
              <span>${label}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
}
