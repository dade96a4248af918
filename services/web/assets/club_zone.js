// @ts-check
/** The time zone of the club that a page is about: a telephone may be elsewhere. */

/** @type {string | undefined} */
let zone;

/** A zone that a browser does not know is taken for its own: no other is known then. @param {string} timeZone in the IANA database */
export function zoneOf(timeZone) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Takes note of the club that this page is about. @param {string | undefined} timeZone of the club, in the IANA database; a server of the release before may tell none */
export function noteClubZone(timeZone) {
  if (timeZone !== undefined) zone = zoneOf(timeZone);
}

/** Takes note of the club that an answer is about. @template {{ time_zone: string }} Answer @param {Answer} answer */
export function notedZone(answer) {
  noteClubZone(answer.time_zone);
  return answer;
}

/** `undefined` on a page of no club: then the telephone's zone counts. */
export const clubZone = () => zone;
