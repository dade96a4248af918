// @ts-check
/** The names of players in a correction: whoever comes to the table by it took no part so far. */
import { listPlayers } from "./club_api.js";
import { useEffect, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./correction_draft.js").Change} Change */

/** Who comes to the table. @param {Change} change @returns {string[]} */
function playersOf(change) {
  if (change.kind === "reseat") return change.players;
  return "outcome" in change && change.outcome.kind === "substitution" ? [change.outcome.player] : [];
}

/** @param {import("./hand_details.js").SheetTable} table @param {Change[]} changes @returns {import("./played_names.js").PlayerName} */
export function usePlannedNames({ club, playerName }, changes) {
  const [names, setNames] = useState(/** @type {Map<string, string>} */ (new Map()));
  const isKnown = changes.flatMap(playersOf).every((player) => playerName(player) !== text("unknown_name"));
  useEffect(() => {
    // Without them the page says that it has no name.
    if (!isKnown) listPlayers(club).then(({ players }) => setNames(new Map(players.map((player) => [player.id, playerText(player)]))), () => {});
  }, [club, isKnown]);
  return (player) => names.get(player) ?? playerName(player);
}
