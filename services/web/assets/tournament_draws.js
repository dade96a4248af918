// @ts-check
/** The rounds before the last one that are over, and what every draw followed from. */
import { EveningRound } from "./evening_round.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { ReplayRound } from "./replay_round.js";
import { earlierEnded } from "./unfinished_tables.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ club: string, tournament: Schemas["Tournament"], replay: { path: string, onChange: () => void } | null }} properties
 * `club`: its path in the API; `replay`: of the tournament, for whoever may play its matches again
 */
export function TournamentDraws({ club, tournament: { rounds, seed_hash }, replay }) {
  const earlier = earlierEnded(rounds.filter(({ replaced }) => !replaced));
  return html`
    ${earlier.length > 0 &&
    html`<${LazyDetails} summary=${text("earlier_rounds")}
      content=${() => earlier.map((round) => html`
        <${EveningRound} key=${round.round} club=${club} round=${round} />
        ${replay && html`<${ReplayRound} path=${replay.path} round=${round} onChange=${replay.onChange} />`}
      `)} />`}
    <details>
      <summary>${text("how_it_was_drawn")}</summary>
      <p>${text("published_seed_hash")} <code>${seed_hash}</code></p>
      ${rounds.map(
        ({ round, method, seed, replaced }) => html`
          <p key=${seed}>
            ${text("seed_and_method", { round, method: text(`draw_${method}`) })} <code>${seed}</code>
            ${replaced && html` <small>${text("was_replaced")}</small>`}
          </p>
        `,
      )}
    </details>
  `;
}
