// @ts-check
/** The time of the server, as its responses say it: a television or a telephone may have another. */

/** What is between the `Date` of a response and this clock is not known better. */
const UNSURE_MS = 1_500;

let ahead = 0;

/** Takes note of the `Date` of a response, which has whole seconds. @param {string | null} date */
export function noteServerTime(date) {
  const server = Date.parse(date ?? "");
  if (Number.isNaN(server)) return;
  const found = server + 500 - Date.now();
  if (Math.abs(found - ahead) > UNSURE_MS) ahead = Math.abs(found) > UNSURE_MS ? found : 0;
}

/** Milliseconds since 1970, by the server. */
export const serverNow = () => Date.now() + ahead;
