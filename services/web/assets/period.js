// @ts-check
/** A period: the days from its first to its last one, as the API takes them. */
import { zoneOf } from "./club_zone.js";
import { serverNow } from "./server_clock.js";

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

/** The day that it is where a club is: a telephone may be elsewhere, and may have another time. @param {string} timeZone of the club, in the IANA database */
export function today(timeZone) {
  const format = new Intl.DateTimeFormat("en", { timeZone: zoneOf(timeZone), calendar: "gregory", numberingSystem: "latn", year: "numeric", month: "2-digit", day: "2-digit" });
  const parts = new Map(format.formatToParts(serverNow()).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

/** The days of the month that it is where a club is. @param {string} timeZone @returns {Period} */
export function thisMonth(timeZone) {
  const [year = 0, month = 0] = today(timeZone).split("-").map(Number);
  const days = (/** @type {Date} */ date) => date.toISOString().slice(0, 10);
  return { from: days(new Date(Date.UTC(year, month - 1, 1))), until: days(new Date(Date.UTC(year, month, 0))) };
}

/** The days of the year that it is where a club is. @param {string} timeZone @returns {Period} */
export function thisYear(timeZone) {
  const year = today(timeZone).slice(0, 4);
  return { from: `${year}-01-01`, until: `${year}-12-31` };
}
