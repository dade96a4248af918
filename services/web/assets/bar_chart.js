// @ts-check
/** Counts as bars, each with its name and its count in words: the chart is its own table. */
import { html } from "./htm_preact_standalone.js";

/** @param {{ bars: ReadonlyArray<readonly [name: string, count: number, said?: string]> }} properties `said`: instead of the count */
export function BarChart({ bars }) {
  const most = Math.max(1, ...bars.map(([, count]) => count));
  return html`
    <ul class="bars">
      ${bars.map(
        ([name, count, said]) => html`
          <li>
            <span>${name}</span>
            <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="bar" width=${(count / most) * 100} height="10" /></svg>
            <span class="total">${said ?? count}</span>
          </li>
        `,
      )}
    </ul>
  `;
}
