// @ts-check
/** A period: the days from its first to its last one, as the API takes them. */

/** Days as `2026-11-21`. Absent: from the beginning, up to now. @typedef {{ from?: string | undefined, until?: string | undefined }} Period */

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The query of a request: the parameters that have a value. @param {Record<string, string | undefined>} values */
export function queryOf(values) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) parameters.set(name, value);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** The period that the address of this page names. @returns {Period} */
export function periodOfAddress() {
  const values = new URLSearchParams(location.search);
  const day = (/** @type {string} */ name) => {
    const value = values.get(name) ?? "";
    return DAY.test(value) ? value : undefined;
  };
  return { from: day("from"), until: day("until") };
}

/** Keeps the period in the address of this page, so that a link to it and a reload show the same. @param {Period} period */
export const keepInAddress = (period) => history.replaceState(null, "", `${location.pathname}${queryOf({ ...period })}${location.hash}`);

/** The day that a date is where the browser is. @param {Date} date */
function dayOf(date) {
  const digits = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
}

export const today = () => dayOf(new Date());

/** The days of this month, where the browser is. @returns {Period} */
export function thisMonth() {
  const now = new Date();
  return { from: dayOf(new Date(now.getFullYear(), now.getMonth(), 1)), until: dayOf(new Date(now.getFullYear(), now.getMonth() + 1, 0)) };
}

/** @returns {Period} */
export function thisYear() {
  const year = new Date().getFullYear();
  return { from: `${year}-01-01`, until: `${year}-12-31` };
}
