// @ts-check
/** Playing the void matches of a round again: of an evening, or of a tournament. */
import { AskedTwice } from "./asked_twice.js";
import { replayRound } from "./evenings_api.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { useSameKey } from "./use_same_key.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ path: string, round: Pick<Schemas["EveningRound"], "round" | "tables">, onChange: () => void }} properties
 * `path`: of the evening or the tournament in the API
 */
export function ReplayRound({ path, round: { round, tables }, onChange }) {
  const sameKey = useSameKey();
  const matches = tables.map((table) => table.match);
  if (matches.every((match) => match === undefined)) return null;
  const replay = () => replayRound(path, round, sameKey.keyOf([round, matches])).then(onChange);
  return html`<${AskedTwice} label=${text("replay_round")} about=${text("round_number", { round })} warning=${text("replay_warning")} onSure=${replay} />`;
}
