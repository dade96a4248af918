// @ts-check
/** What whoever looks at a page may do in its club. */
import { readMembership } from "./club_api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";
import { linkIn } from "./link_in.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @type {{ role: Schemas["Role"] | null, clubName: string }} */
const UNKNOWN = { role: null, clubName: "" };
const AGAIN_MS = 5_000;

/** Whether a role records. Where it is not known, as without the network, what is recorded is kept, and the server decides later. @param {Schemas["Role"] | null} role */
export const mayRecord = (role) => role === null || role === "owner" || role === "scorer";

/** Whether a role corrects what was recorded: who records, and referees. @param {Schemas["Role"] | null} role */
export const mayCorrect = (role) => mayRecord(role) || role === "referee";

/** Whether a role declares a match void. @param {Schemas["Role"] | null} role */
export const mayDeclare = (role) => role === "owner" || role === "referee";

/** The role in a club, `null` as long as it is not known, and the name of the club. @param {string} club its path in the API */
export function useRole(club) {
  const [known, setKnown] = useState(UNKNOWN);
  const link = linkIn();
  useEffect(() => {
    if (link !== null) return undefined;
    let timer = 0;
    const ask = () => {
      // Without an answer it stays unknown, and is asked again.
      const onRead = (/** @type {Schemas["Membership"] | null} */ membership) =>
        setKnown(membership === null ? UNKNOWN : { role: membership.role, clubName: membership.club.name });
      readMembership(club).then(onRead, () => {
        timer = setTimeout(ask, AGAIN_MS);
      });
    };
    ask();
    return () => clearTimeout(timer);
  }, [club]);
  if (link === null) return known;
  return { ...known, role: link.use === "record" ? /** @type {const} */ ("scorer") : /** @type {const} */ ("player") };
}
