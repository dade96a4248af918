// @ts-check
/** The names of the accounts of a club: entries of the ledger name who recorded them by account. */
import { useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { momentText } from "./moment_text.js";
import { authorized } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** Says who recorded an entry, and when. @typedef {(entry: { recorded_by: string, recorded_at: string }) => string} RecordedText */

/** What was read, by club: several rows of a sheet ask for the same. @type {Map<string, Promise<Schemas["Members"]>>} */
const reads = new Map();

/** @param {string} club @returns {Promise<Schemas["Members"]>} */
function listMembers(club) {
  const read = reads.get(club) ?? authorized(`${club}/members`);
  reads.set(club, read);
  read.catch(() => reads.delete(club));
  return read;
}

/** @param {string} club @returns {RecordedText} */
export function useRecordedText(club) {
  const [names, setNames] = useState(/** @type {Map<string, string> | null} */ (null));
  useEffect(() => {
    // Without them only the time is shown.
    listMembers(club).then(({ members }) => setNames(new Map(members.map(({ user, display_name }) => [user, display_name ?? text("former_member")]))), () => {});
  }, [club]);
  return ({ recorded_by, recorded_at }) => {
    const time = momentText(recorded_at);
    return names === null ? time : text("recorded_by", { name: names.get(recorded_by) ?? text("former_member"), time });
  };
}
