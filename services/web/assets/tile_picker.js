// @ts-check
/** All tiles, to tap, and what a tap adds. */
import { Choice } from "./choice.js";
import { add, addTiles, canAdd, withTyped } from "./hand.js";
import { html, useState } from "./htm_preact_standalone.js";
import { listed, text, tileName } from "./language.js";
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

/** @param {{ hand: Hand, place?: string, onChange: (hand: Hand) => void }} properties `place`: where a request has the hand (`markRefused`) */
export function TilePicker({ hand, place, onChange }) {
  const [adding, setAdding] = useState(/** @type {Adding} */ ("tile"));
  /** After a meld, single tiles are more likely than the same kind of meld. @param {Tile} tile */
  const tap = (tile) => {
    onChange(add(hand, tile, adding));
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
      <${Notation} hand=${hand} place=${place} onChange=${onChange} />
    </section>
  `;
}

/** Why tiles cannot all be added; empty if they can. @param {{ fifth: Tile[], beyond: Tile[] }} added */
function unfit({ fifth, beyond }) {
  const names = (/** @type {Tile[]} */ tiles) => listed(tiles.map(tileName));
  return [
    ...(beyond.length > 0 ? [text("paste_beyond", { tiles: names(beyond) })] : []),
    ...(fifth.length > 0 ? [text("paste_fifth", { tiles: names([...new Set(fifth)]) })] : []),
  ].join(" ");
}

/** Tiles as text. They are taken over together or not at all. @param {{ hand: Hand, place: string | undefined, onChange: (hand: Hand) => void }} properties */
function Notation({ hand, place, onChange }) {
  const [wrong, setWrong] = useState("");
  const id = useId("notation");
  const written = hand.typed ?? "";
  /** @param {Event} event */
  const use = (event) => {
    event.preventDefault();
    const tiles = parseTiles(written);
    const added = addTiles(hand, tiles ?? []);
    const refused = tiles === null ? text("paste_wrong") : unfit(added);
    setWrong(refused);
    if (refused === "") onChange(withTyped(added.hand, ""));
  };
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const type = ({ currentTarget }) => {
    setWrong("");
    onChange(withTyped(hand, currentTarget.value));
  };
  return html`
    <form class="notation" onSubmit=${use}>
      <label for=${id}>${text("paste")}</label>
      <div class="line">
        <input id=${id} autocomplete="off" autocapitalize="off" spellcheck=${false} value=${written} data-place=${place} aria-invalid=${wrong !== ""} aria-describedby=${`${id}-wrong`}
          onInput=${type} />
        <button type="submit">${text("paste_use")}</button>
      </div>
      <p id=${`${id}-wrong`} role="alert">${wrong}</p>
    </form>
  `;
}
