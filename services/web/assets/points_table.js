// @ts-check
/** Points of chairs, in one column or in two: before and after. */
import { html } from "./htm_preact_standalone.js";
import { signed } from "./language.js";

/** @typedef {{ name: string, note?: string, points: Array<number | null> }} Row */

/** @param {{ caption: string, columns: string[], rows: Row[] }} properties `columns`: their headings, if there are several */
export const PointsTable = ({ caption, columns, rows }) => html`
  <table class="payments">
    <caption>${caption}</caption>
    ${columns.length > 1 && html`<thead><tr><td></td>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>`}
    <tbody>
      ${rows.map(
        ({ name, note, points }) => html`
          <tr>
            <th scope="row">${name}${note && html` <small>${note}</small>`}</th>
            ${points.map((one) => html`<td class=${one !== null && one < 0 ? "minus" : ""}>${one === null ? "–" : signed(one)}</td>`)}
          </tr>
        `,
      )}
    </tbody>
  </table>
`;
