// @ts-check
/** Moments, as people write them where they are. */
import { currentLanguage } from "./language.js";

/** A date and a time. @param {string} moment as the API writes it */
export const momentText = (moment) => new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
