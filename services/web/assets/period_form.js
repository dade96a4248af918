// @ts-check
/** The choice of a period: one of the usual ones, or its first and its last day. */
import { Choice } from "./choice.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { thisMonth, thisYear } from "./period.js";

/** @typedef {import("./period.js").Period} Period */
/** @typedef {"all" | "month" | "year" | "days"} Kind */

/** @type {Record<Exclude<Kind, "days">, () => Period>} */
const USUAL = { all: () => ({}), month: thisMonth, year: thisYear };

/** @param {Period} period @returns {Kind} */
function kindOf(period) {
  const isPeriod = (/** @type {Period} */ { from, until }) => from === period.from && until === period.until;
  const kinds = /** @type {Array<keyof typeof USUAL>} */ (Object.keys(USUAL));
  return kinds.find((kind) => isPeriod(USUAL[kind]())) ?? "days";
}

/** @param {{ period: Period, onChange: (period: Period) => void }} properties */
export function PeriodForm({ period, onChange }) {
  const [kind, setKind] = useState(kindOf(period));
  const options = /** @type {const} */ (["all", "month", "year", "days"]).map((one) => /** @type {const} */ ([one, text(`period_${one}`)]));
  /** @param {Kind} chosen */
  const choose = (chosen) => {
    setKind(chosen);
    if (chosen !== "days") onChange(USUAL[chosen]());
  };
  /** @param {"from" | "until"} end */
  const day = (end) => html`
    <label class="grows">${text(`period_${end}`)}
      <input type="date" value=${period[end] ?? ""} min="1900-01-01" max="2200-12-31"
        onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => onChange({ ...period, [end]: currentTarget.value || undefined })} />
    </label>
  `;
  return html`
    <${Choice} name="period" legend=${text("period")} value=${kind} options=${options} onChange=${choose} />
    ${kind === "days" && html`<p class="line">${day("from")}${day("until")}</p>`}
  `;
}
