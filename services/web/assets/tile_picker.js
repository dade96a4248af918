// @ts-check
/** All tiles, to tap, and what a tap adds. */
import { Choice } from "./choice.js";
import { canAdd } from "./hand.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PICKER_ROWS, parseTiles } from "./tile.js";
import { TileFace } from "./tile_face.js";
import { useId } from "./use_id.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./hand.js").Adding} Adding */
/** @typedef {import("./tile.js").Tile} Tile */

/** @returns {Array<readonly [Adding, string]>} */
const addings = () => [
  ["tile", text("add_tile")],
  ["chow", text("chow")],
  ["pung", text("pung")],
  ["exposed_kong", text("exposed_kong")],
  ["added_kong", text("added_kong")],
  ["concealed_kong", text("concealed_kong")],
];

/** @param {{ hand: Hand, onAdd: (tile: Tile, adding: Adding) => void, onPaste: (tiles: Tile[]) => void }} properties */
export function TilePicker({ hand, onAdd, onPaste }) {
  const [adding, setAdding] = useState(/** @type {Adding} */ ("tile"));
  /** After a meld, single tiles are more likely than the same kind of meld. @param {Tile} tile */
  const tap = (tile) => {
    onAdd(tile, adding);
    setAdding("tile");
  };
  return html`
    <section class="picker" aria-label=${text("add")}>
      <${Choice} name="adding" legend=${text("add")} value=${adding} options=${addings()} onChange=${setAdding} />
      ${PICKER_ROWS.map(
        (row) => html`
          <div class="picker-row">
            ${row.map(
              (tile) => html`
                <button type="button" class="tile-key" disabled=${!canAdd(hand, tile, adding)} onClick=${() => tap(tile)}>
                  <${TileFace} tile=${tile} />
                </button>
              `,
            )}
          </div>
        `,
      )}
      <${Notation} onPaste=${onPaste} />
    </section>
  `;
}

/** Tiles as text. @param {{ onPaste: (tiles: Tile[]) => void }} properties */
function Notation({ onPaste }) {
  const [written, setWritten] = useState("");
  const [isWrong, setWrong] = useState(false);
  const id = useId("notation");
  /** @param {Event} event */
  const use = (event) => {
    event.preventDefault();
    const tiles = parseTiles(written);
    setWrong(tiles === null);
    if (tiles === null) return;
    onPaste(tiles);
    setWritten("");
  };
  return html`
    <form class="notation" onSubmit=${use}>
      <label for=${id}>${text("paste")}</label>
      <div class="line">
        <input id=${id} autocomplete="off" autocapitalize="off" spellcheck=${false} value=${written} aria-invalid=${isWrong} aria-describedby=${`${id}-wrong`}
          onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => setWritten(currentTarget.value)} />
        <button type="submit">${text("paste_use")}</button>
      </div>
      <p id=${`${id}-wrong`} role="alert">${isWrong ? text("paste_wrong") : ""}</p>
    </form>
  `;
}
