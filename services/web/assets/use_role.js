// @ts-check
/** What whoever looks at a page may do in its club. */
import { readRole } from "./club_api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";
import { linkIn } from "./link_in.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const AGAIN_MS = 5_000;

/** Whether a role records. Where it is not known, as without the network, what is recorded is kept, and the server decides later. @param {Schemas["Role"] | null} role */
export const mayRecord = (role) => role === null || role === "owner" || role === "scorer";

/** The role in a club; `null` as long as it is not known. @param {string} club its path in the API @returns {Schemas["Role"] | null} */
export function useRole(club) {
  const [role, setRole] = useState(/** @type {Schemas["Role"] | null} */ (null));
  const link = linkIn();
  useEffect(() => {
    if (link !== null) return undefined;
    let timer = 0;
    const ask = () => {
      // Without an answer it stays unknown, and is asked again.
      readRole(club).then(setRole, () => {
        timer = setTimeout(ask, AGAIN_MS);
      });
    };
    ask();
    return () => clearTimeout(timer);
  }, [club]);
  if (link !== null) return link.use === "record" ? "scorer" : "player";
  return role;
}
