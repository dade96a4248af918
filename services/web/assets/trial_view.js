// @ts-check
/** What would be recorded, as a sentence, before it is. */
import { html } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { worth } from "./score_view.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ trial: import("./use_trial.js").Trial, isStated: boolean, hasWaiting: boolean, names: Map<number, string>, patternName: (id: string) => string }} properties
 * `isStated`: there is an outcome to try
 */
export const TrialView = ({ trial, isStated, hasWaiting, names, patternName }) => html`
  <div class="answer" role="status">
    ${isStated && hasWaiting && html`<p>${text("will_be_checked")}</p>`}
    ${isStated && !hasWaiting && trial === null && html`<p aria-hidden="true">${text("trying")}</p>`}
    ${trial !== null && "error" in trial && html`<${ProblemView} error=${trial.error} />`}
    ${trial !== null && "played" in trial && html`<${Played} played=${trial.played} names=${names} patternName=${patternName} />`}
  </div>
`;

/** @param {{ played: Schemas["PlayedOutcome"], names: Map<number, string>, patternName: (id: string) => string }} properties */
function Played({ played, names, patternName }) {
  const { scores, payments, house_points, outcome } = played;
  const moved = payments.filter(({ points }) => points !== 0);
  const patterns = scores.flatMap(({ score }) => score.counted.map(({ pattern }) => patternName(pattern)));
  return html`
    <div>
      ${scores.map(
        ({ chair, score }) => html`<p class="worth"><strong>${worth(score)}</strong>${scores.length > 1 && html` <span>${names.get(chair)}</span>`}</p>`,
      )}
      ${patterns.length > 0 && html`<p>${listed(patterns)}</p>`}
      <ul class="list">${moved.map(({ chair, points }) => html`<li>${text("wins_points", { name: names.get(chair) ?? "", points: signed(points) })}</li>`)}</ul>
      ${house_points !== undefined && html`<p>${text("wins_points", { name: text("to_house"), points: signed(house_points) })}</p>`}
      ${moved.length === 0 && html`<p>${outcome.kind === "goulash" ? text("goulash") : text("nothing_paid")}</p>`}
    </div>
  `;
}
