// @ts-check
/** Moments, as people write them. What is of a club has the time of the club, and everything else that of the telephone. */
import { clubZone } from "./club_zone.js";
import { currentLanguage } from "./language.js";

/** @param {Intl.DateTimeFormatOptions} style @param {string | Date} moment as the API writes it, or of this browser */
const written = (style, moment) => new Intl.DateTimeFormat(currentLanguage(), { ...style, timeZone: clubZone() }).format(new Date(moment));

/** A date and a time. @param {string} moment as the API writes it */
export const momentText = (moment) => written({ dateStyle: "medium", timeStyle: "short" }, moment);

/** The day of a moment. @param {string} moment as the API writes it */
export const dayOfMoment = (moment) => written({ dateStyle: "medium" }, moment);

/** The time of a moment of today. @param {Date} moment */
export const timeText = (moment) => written({ timeStyle: "medium" }, moment);
