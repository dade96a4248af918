// @ts-check
/** Days as the language of the page writes them. */
import { currentLanguage } from "./language.js";

/** @param {string} date as the API has it: `2026-11-21` */
export const dayText = (date) => new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
