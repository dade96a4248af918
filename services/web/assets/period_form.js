// @ts-check
/** The choice of a period: its first and its last day, or one of the usual ones. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { thisMonth, thisYear } from "./period.js";

/** @typedef {import("./period.js").Period} Period */

/** @param {{ period: Period, onChange: (period: Period) => void }} properties */
export function PeriodForm({ period, onChange }) {
  const usual = /** @type {ReadonlyArray<readonly [string, Period]>} */ ([
    [text("period_all"), {}],
    [text("period_month"), thisMonth()],
    [text("period_year"), thisYear()],
  ]);
  const isChosen = (/** @type {Period} */ { from, until }) => from === period.from && until === period.until;
  /** @param {"from" | "until"} end */
  const day = (end) => html`
    <label class="grows">${text(end === "from" ? "period_from" : "period_until")}
      <input type="date" value=${period[end] ?? ""} min="1900-01-01" max="2200-12-31"
        onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange({ ...period, [end]: currentTarget.value || undefined })} />
    </label>
  `;
  return html`
    <fieldset class="period">
      <legend>${text("period")}</legend>
      <p class="line">
        ${usual.map(([label, other]) => html`<button type="button" aria-pressed=${isChosen(other)} onClick=${() => onChange(other)}>${label}</button>`)}
      </p>
      <p class="line">${day("from")}${day("until")}</p>
    </fieldset>
  `;
}
