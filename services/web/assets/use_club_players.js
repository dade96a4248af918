// @ts-check
/** The players of a club, read when a form needs them. */
import { listPlayers } from "./club_api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";
import { inNameOrder } from "./name_order.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** Those who play under a name of their own: nobody who was merged into another. @param {Schemas["ClubPlayer"][]} players */
export const whoPlay = (players) => players.filter(({ name, merged_into }) => name !== undefined && !merged_into);

/** Who plays under a name of their own. @param {string} club @returns {{ players: Schemas["ClubPlayer"][], error: unknown }} */
export function useClubPlayers(club) {
  const [players, setPlayers] = useState(/** @type {Schemas["ClubPlayer"][]} */ ([]));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    listPlayers(club).then((read) => setPlayers(whoPlay(read.players)), setError);
  }, [club]);
  return { players: inNameOrder(players), error };
}
