// @ts-check
/** What a hand waits for, and what it would be worth. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { worth } from "./score_view.js";
import { TileFace } from "./tile_face.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {Schemas["Prospect"]} prospect */
const prospect = ({ score, missing_fan }) =>
  missing_fan === 0 ? worth(score) : `${worth(score)} (${text("fan_missing", { count: missing_fan })})`;

/** @param {{ response: Schemas["WaitsResponse"] }} properties */
export const WaitsView = ({ response }) => html`
  <h2>${text("waits")}</h2>
  ${response.waits.length === 0 && html`<p role="status">${text("no_waits")}</p>`}
  <ul class="waits">
    ${response.waits.map(
      ({ tile, left, self_draw, discard }) => html`
        <li>
          <${TileFace} tile=${tile} />
          <span>
            ${text("copies_left", { count: left })}<br />
            ${text("when_drawn", { worth: prospect(self_draw) })}<br />
            ${text("when_discarded", { worth: prospect(discard) })}
          </span>
        </li>
      `,
    )}
  </ul>
`;
