// @ts-check
/** Values over time as a line. The table beside it has the same figures. */
import { html } from "./htm_preact_standalone.js";
import { signed } from "./language.js";

const WIDTH = 320;
const HEIGHT = 140;
/** For the labels of the axis. */
const LEFT = 44;
const MARGIN = 10;

/** @param {{ values: number[], label: string }} properties `label`: what a screen reader says of it */
export function LineChart({ values, label }) {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const span = most - least || 1;
  const step = (WIDTH - LEFT - MARGIN) / Math.max(1, values.length - 1);
  const x = (/** @type {number} */ place) => LEFT + place * step;
  const y = (/** @type {number} */ value) => MARGIN + ((most - value) / span) * (HEIGHT - 2 * MARGIN);
  const points = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const marks = [...new Set([most, 0, least])];
  return html`
    <svg class="chart" role="img" aria-label=${label} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}>
      ${marks.map(
        (mark) => html`
          <line class="grid" x1=${LEFT} x2=${WIDTH - MARGIN} y1=${y(mark)} y2=${y(mark)} />
          <text x=${LEFT - 6} y=${y(mark) + 4} text-anchor="end">${signed(mark)}</text>
        `,
      )}
      <polyline class="curve" points=${points} />
      ${values.map((value, place) => html`<circle class="point" cx=${x(place)} cy=${y(value)} r="2.5" />`)}
    </svg>
  `;
}
