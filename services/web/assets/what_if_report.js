// @ts-check
/** What the matches of a club would have come to by other rules. */
import { listPlayers } from "./club_api.js";
import { html } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { partyName } from "./party_name.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
import { useLoaded } from "./use_loaded.js";

/** What of `faan audit what-if --json` is shown; the documentation of the API says only that it is an object.
 * @typedef {{ variant: { id: string }, sum: Sum }} WhatIf */
/** @typedef {{ matches: number, outcomes: number, declared_results: number, differing: number, totals: Total[] }} Sum */
/** @typedef {{ party: string, as_played_half_points: number, otherwise_half_points: number }} Total */

/** @param {{ club: string, whatIf: WhatIf }} properties */
export function WhatIfReport({ club, whatIf: { variant, sum } }) {
  const { value, error } = useLoaded(() => listPlayers(club), [club]);
  if (value === null) return error === null ? null : html`<${ProblemView} error=${error} />`;
  const names = new Map(value.players.map((player) => [player.id, playerText(player)]));
  const rows = [...sum.totals].sort((one, other) => other.otherwise_half_points - one.otherwise_half_points);
  const { matches, outcomes, differing, declared_results: declared } = sum;
  return html`
    <h4>${text("by_other_rules", { variant: variant.id })}</h4>
    <p>${text("what_if_figures", { matches, outcomes, differing, declared })}</p>
    <table>
      <thead><tr><th scope="col">${text("player")}</th><th scope="col">${text("as_played")}</th><th scope="col">${text("otherwise")}</th></tr></thead>
      <tbody>
        ${rows.map(
          ({ party, as_played_half_points: played, otherwise_half_points: otherwise }) => html`
            <tr><th scope="row">${partyName({ id: party, name: names.get(party) })}</th><td>${signed(played / 2)}</td><td>${signed(otherwise / 2)}</td></tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
