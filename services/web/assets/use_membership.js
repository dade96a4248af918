// @ts-check
/** What whoever is signed in may do in a club. */
import { listClubs } from "./club_api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** How soon it is asked again without an answer. */
const AGAIN_MS = 5_000;

/** The club and one's role in it; null as long as it is unknown. @param {string} club its path in the API */
export function useMembership(club) {
  const [membership, setMembership] = useState(/** @type {Schemas["Membership"] | null} */ (null));
  useEffect(() => {
    let timer = 0;
    let isStopped = false;
    const ask = async () => {
      try {
        const { clubs } = await listClubs();
        if (!isStopped) setMembership(clubs.find((one) => club === `/v1/clubs/${one.club.id}`) ?? null);
      } catch {
        if (!isStopped) timer = setTimeout(ask, AGAIN_MS);
      }
    };
    ask();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [club]);
  return membership;
}

/** Whether a role records and corrects. @param {Schemas["Role"]} role */
export const canRecord = (role) => role === "owner" || role === "scorer";
