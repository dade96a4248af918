// @ts-check
/** What there is to choose from when matches are started: players and variants. */
import { listVariants } from "./api.js";
import { listOwnVariants, listPlayers } from "./club_api.js";
import { whoPlay } from "./use_club_players.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** `own`: the club's variants. @typedef {{ players: Schemas["ClubPlayer"][], variants: Schemas["VariantSummary"][], own: Schemas["ClubVariant"][] }} MatchChoices */

/** @param {string} club its path in the API @returns {Promise<MatchChoices>} */
export async function loadMatchChoices(club) {
  const [{ players }, { variants }, own] = await Promise.all([listPlayers(club), listVariants(), listOwnVariants(club)]);
  return {
    players: whoPlay(players),
    variants,
    own: own.variants.filter(({ hash, status }) => status === "active" && !variants.some((builtIn) => builtIn.hash === hash)),
  };
}
