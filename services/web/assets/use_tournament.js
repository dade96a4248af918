// @ts-check
/** A tournament, read again and again: others draw rounds, and referees decide. */
import { useEffect } from "./htm_preact_standalone.js";
import { readTournament } from "./tournaments_api.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** How often it is read again. */
const EVERY_MS = 10_000;

/** @param {string} tournament its path in the API */
export function useTournament(tournament) {
  const loaded = useLoaded(() => readTournament(tournament), [tournament]);
  useEffect(() => {
    const timer = setInterval(loaded.reload, EVERY_MS);
    return () => clearInterval(timer);
  }, [tournament]);
  return loaded;
}

/** The rounds that count, in order. @param {Schemas["Tournament"]} tournament */
export const countedRounds = ({ rounds }) => rounds.filter(({ replaced }) => !replaced);
