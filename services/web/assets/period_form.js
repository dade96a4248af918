// @ts-check
/** The choice of a period: one of the usual ones, or its first and its last day. */
import { Choice } from "./choice.js";
import { DayField } from "./day_field.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { thisMonth, thisYear } from "./period.js";

/** @typedef {import("./period.js").Period} Period */
/** @typedef {"all" | "month" | "year" | "days"} Kind */

/** @type {Record<Exclude<Kind, "days">, (timeZone: string) => Period>} */
const USUAL = { all: () => ({}), month: thisMonth, year: thisYear };

/** @param {Period} period @param {string} timeZone @returns {Kind} */
function kindOf(period, timeZone) {
  const isPeriod = (/** @type {Period} */ { from, until }) => from === period.from && until === period.until;
  const kinds = /** @type {Array<keyof typeof USUAL>} */ (Object.keys(USUAL));
  return kinds.find((kind) => isPeriod(USUAL[kind](timeZone))) ?? "days";
}

/** @param {{ period: Period, timeZone: string, onChange: (period: Period) => void }} properties `timeZone`: of the club */
export function PeriodForm({ period, timeZone, onChange }) {
  const [kind, setKind] = useState(kindOf(period, timeZone));
  const options = /** @type {const} */ (["all", "month", "year", "days"]).map((one) => /** @type {const} */ ([one, text(`period_${one}`)]));
  /** @param {Kind} chosen */
  const choose = (chosen) => {
    setKind(chosen);
    if (chosen !== "days") onChange(USUAL[chosen](timeZone));
  };
  /** @param {"from" | "until"} end */
  const day = (end) => html`
    <${DayField} label=${text(`period_${end}`)} value=${period[end] ?? ""} isRequired=${false} onChange=${(/** @type {string} */ typed) => onChange({ ...period, [end]: typed || undefined })} />
  `;
  return html`
    <${Choice} name="period" legend=${text("period")} value=${kind} options=${options} onChange=${choose} />
    ${kind === "days" && html`<div class="line">${day("from")}${day("until")}</div>`}
  `;
}
