// @ts-check
/** The table that was read last, so that it is there again after a reload without the network. Signing out forgets it. */
import { noteClubZone } from "./club_zone.js";
import { notePlayers } from "./told_apart.js";

/** @typedef {import("./use_table.js").Table} Table */

/** The number changes when what is kept has another shape: this cannot read that of before. */
const PLACE = "faan-table-2";
const PLACE_BEFORE = "faan-table-1";
/** What waits to be sent needs the place more. */
const MOST_CHARACTERS = 500_000;

/** Whoever signs out leaves nothing behind, also nothing that is still being read. */
let isForgotten = false;

/** @param {string} match its path @param {Table} table */
export function keepTable(match, table) {
  if (isForgotten) return;
  const kept = JSON.stringify({ match, table });
  try {
    localStorage.removeItem(PLACE_BEFORE);
    if (kept.length <= MOST_CHARACTERS) localStorage.setItem(PLACE, kept);
  } catch {
    // Then a reload needs the network.
  }
}

/** @param {string} match its path @returns {Table | null} */
export function keptTable(match) {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "null");
    if (kept?.match !== match) return null;
    notePlayers(kept.table);
    noteClubZone(kept.table.rounds.time_zone);
    return kept.table;
  } catch {
    return null;
  }
}

/** Drops what was kept, because whoever is signed in may not see it. */
export function dropTable() {
  try {
    for (const place of [PLACE, PLACE_BEFORE]) localStorage.removeItem(place);
  } catch {
    // Nothing was kept.
  }
}

export function forgetTable() {
  isForgotten = true;
  dropTable();
}
