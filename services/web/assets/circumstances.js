// @ts-check
/** How a hand was won: winds, the way of winning, and what was special about it. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { MOST_MINIMUM_FAN } from "./link.js";
import { WINDS, discarder } from "./score_request.js";

/** @typedef {import("./score_request.js").Circumstances} Circumstances */

/** @returns {Array<readonly [Circumstances["seatWind"], string]>} */
const winds = () => WINDS.map((wind) => [wind, text(wind)]);

/** @param {{ circumstances: Circumstances, onChange: (circumstances: Circumstances) => void }} properties */
export function CircumstancesForm({ circumstances, onChange }) {
  /** @param {Partial<Circumstances>} changes */
  const change = (changes) => onChange({ ...circumstances, ...changes });
  const { seatWind, roundWind, wonBy, robbedKong, replacement, firstTurn, lastTile, minimumFan } = circumstances;
  const isFromOther = wonBy === "discard" || wonBy === "robbed_kong";
  return html`
    <section aria-labelledby="circumstances">
      <h2 id="circumstances">${text("circumstances")}</h2>
      <${Choice} name="wonBy" legend=${text("won_by")} value=${wonBy} onChange=${(/** @type {Circumstances["wonBy"]} */ value) => change({ wonBy: value })}
        options=${[["discard", text("discard")], ["self_draw", text("self_draw")], ["robbed_kong", text("robbed_kong")], ["bonus_tiles", text("bonus_tiles_win")]]} />
      <${Choice} name="seatWind" legend=${text("seat_wind")} value=${seatWind} options=${winds()}
        onChange=${(/** @type {Circumstances["seatWind"]} */ value) => change({ seatWind: value })} />
      ${isFromOther &&
      html`<${Choice} name="fromSeat" legend=${text("from_seat")} value=${discarder(circumstances)} options=${winds().filter(([wind]) => wind !== seatWind)}
        onChange=${(/** @type {Circumstances["fromSeat"]} */ value) => change({ fromSeat: value })} />`}
      <${Choice} name="roundWind" legend=${text("round_wind")} value=${roundWind} options=${winds()}
        onChange=${(/** @type {Circumstances["roundWind"]} */ value) => change({ roundWind: value })} />
      ${wonBy === "robbed_kong" &&
      html`<${Choice} name="robbedKong" legend=${text("kind_of_kong")} value=${robbedKong} onChange=${(/** @type {Circumstances["robbedKong"]} */ value) => change({ robbedKong: value })}
        options=${[["added_kong", text("added_kong")], ["concealed_kong", text("concealed_kong")], ["exposed_kong", text("exposed_kong")]]} />`}
      ${wonBy === "self_draw" &&
      html`<${Choice} name="replacement" legend=${text("replacement")} value=${replacement} onChange=${(/** @type {Circumstances["replacement"]} */ value) => change({ replacement: value })}
        options=${[["", text("none")], ["bonus_tile", text("after_bonus_tile")], ["kong", text("after_kong")], ["second_kong", text("after_second_kong")]]} />`}
      <${Choice} name="firstTurn" legend=${text("first_turn")} value=${firstTurn} onChange=${(/** @type {Circumstances["firstTurn"]} */ value) => change({ firstTurn: value })}
        options=${[["", text("none")], ["heaven", text("heaven")], ["earth", text("earth")], ["man", text("man")]]} />
      <div class="line">
        <label class="check"><input type="checkbox" checked=${lastTile} onChange=${() => change({ lastTile: !lastTile })} /> ${text("last_tile")}</label>
        <label>${text("minimum_fan")}${" "}
          <select value=${minimumFan} onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget: { value } }) => change({ minimumFan: value === "" ? "" : Number(value) })}>
            <option value="">${text("of_variant")}</option>
            ${Array.from({ length: MOST_MINIMUM_FAN + 1 }, (_, fan) => html`<option value=${fan}>${fan}</option>`)}
          </select>
        </label>
      </div>
    </section>
  `;
}
