// @ts-check
/** What a hand is worth: the fan one by one, what is left out and why, who pays, and how the tiles are read. */
import { html } from "./htm_preact_standalone.js";
import { listed, nameOf, signed, text } from "./language.js";
import { parseTiles } from "./tile.js";
import { Tiles } from "./tile_face.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["Score"]} Score */
/** The names of patterns. @typedef {(id: string) => string} PatternName */

/** @param {Score} score */
export const worth = (score) => (score.limit ? text("limit_hand") : text("fan", { count: score.fan }));

/** @param {Schemas["ScoreResponse"]} response @param {PatternName} patternName */
function sentence({ score, payments }, patternName) {
  const patterns = listed(score.counted.map(({ pattern }) => patternName(pattern)));
  const moved = payments.filter(({ points }) => points !== 0);
  const paid = listed(moved.map(({ seat_wind, points }) => text("pays", { seat: text(seat_wind), points: signed(points) })));
  return text("sentence", { fan: worth(score), patterns, payments: paid });
}

/** @param {{ response: Schemas["ScoreResponse"], patternName: PatternName, winner: Schemas["Wind"] }} properties */
export function ScoreView({ response, patternName, winner }) {
  const { score, payments, other_readings } = response;
  return html`
    <p class="visually-hidden" role="status">${sentence(response, patternName)}</p>
    <p class="worth"><strong>${worth(score)}</strong> <span>${text("base_points", { points: score.points })}</span></p>
    <h2>${text("counts")}</h2>
    <${Counted} score=${score} patternName=${patternName} />
    <h2>${text("payments")}</h2>
    <table class="payments">
      <tbody>
        ${payments.map(
          ({ seat_wind, points }) => html`
            <tr class=${points < 0 ? "pays" : ""}>
              <th scope="row">${text(seat_wind)}${seat_wind === winner && html` <small>${text("winner")}</small>`}</th>
              <td>${signed(points)}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
    ${score.left_out.length > 0 && html`<h2>${text("left_out")}</h2><${LeftOut} score=${score} patternName=${patternName} />`}
    ${score.reading && html`<h2>${text("reading")}</h2><${Reading} reading=${score.reading} />`}
    ${other_readings &&
    other_readings.length > 0 &&
    html`
      <details>
        <summary>${text("other_readings")} (${other_readings.length})</summary>
        ${other_readings.map((other) => html`<p>${worth(other)}</p>${other.reading && html`<${Reading} reading=${other.reading} />`}`)}
      </details>
    `}
  `;
}

/** @param {{ score: Score, patternName: PatternName }} properties */
export const Counted = ({ score, patternName }) => html`
  ${score.counted.length === 0 && html`<p>${text("no_patterns")}</p>`}
  <table>
    <tbody>
      ${score.counted.map(
        ({ pattern, count, fan, limit, counts_toward_minimum }) => html`
          <tr>
            <th scope="row">
              ${patternName(pattern)}
              ${count > 1 && html` <small>${text("times", { count })}</small>`}
              ${!counts_toward_minimum && html` <small>${text("not_toward_minimum")}</small>`}
            </th>
            <td>${limit ? text("limit_hand") : text("fan", { count: fan })}</td>
          </tr>
        `,
      )}
    </tbody>
  </table>
  ${(score.capped ?? []).map(
    ({ patterns, fan_before, fan }) => html`<p>${text("capped", { patterns: listed(patterns.map(patternName)), before: fan_before, fan })}</p>`,
  )}
`;

/** @param {Schemas["LeftOutPattern"]} left @param {PatternName} patternName */
function reason({ reason: why, by }, patternName) {
  // What names a condition is a word of the contract, and no pattern.
  if (why === "condition") return text(/** @type {import("./language.js").TextKey} */ (`condition_${by}`));
  const key = why === "limit" ? "by_limit" : why;
  return text(key, { by: by === undefined ? "" : patternName(by) });
}

/** @param {{ score: Score, patternName: PatternName }} properties */
export const LeftOut = ({ score, patternName }) => html`
  <ul>
    ${score.left_out.map((left) => html`<li><b>${patternName(left.pattern)}</b>: ${reason(left, patternName)}</li>`)}
  </ul>
`;

/** @param {{ reading: Schemas["Reading"] }} properties */
export const Reading = ({ reading }) => html`
  ${reading.shape !== "standard" && html`<p>${text(`shape_${reading.shape}`)}</p>`}
  <ul class="reading">
    ${reading.sets.map(
      ({ kind, tiles, completed }) => html`
        <li class=${completed ? "completed" : ""}><${Tiles} tiles=${parseTiles(tiles) ?? []} /> <small>${text(kind)}</small></li>
      `,
    )}
  </ul>
`;
