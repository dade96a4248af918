// @ts-check
/** Who shares the last place at a cut, said before the round is drawn. */
import { html } from "./htm_preact_standalone.js";
import { listed, text } from "./language.js";
import { partyName } from "./party_name.js";
import { readTournamentStandings } from "./tournaments_api.js";
import { useLoaded } from "./use_loaded.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ path: string, tournament: Schemas["Tournament"] }} properties `path`: of the tournament in the API */
export function CutTie({ path, tournament: { version, rounds } }) {
  const states = rounds.flatMap(({ tables }) => tables.map(({ state }) => state)).join();
  const { value } = useLoaded(() => readTournamentStandings(path), [path, version, states]);
  const cut = value?.cut;
  if (!cut) return null;
  const { round, players, tied, rank, places } = cut;
  if (tied.length === 0) return html`<p>${text("cut_by_ranks", { round, players })}</p>`;
  const names = listed(tied.map(partyName));
  return html`
    <p>
      <strong>${text("cut_tie", { round, players, names, places, rank: rank ?? "–" })}</strong>
      ${" "}${text("cut_by_lot")}
    </p>
  `;
}
