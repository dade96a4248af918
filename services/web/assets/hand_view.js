// @ts-check
/** The hand so far. Each tile of it is a button that takes it back. */
import { allTiles, concealedTiles, removeBonusTile, removeMeld, removeWinningTile, tapConcealed } from "./hand.js";
import { html } from "./htm_preact_standalone.js";
import { text, tileName } from "./language.js";
import { sorted } from "./tile.js";
import { TileFace, Tiles } from "./tile_face.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./tile.js").Tile} Tile */

/** @param {{ tile: Tile, label: string, onClick: () => void }} properties */
const TileButton = ({ tile, label, onClick }) => html`
  <button type="button" class="tile-key" onClick=${onClick}><${TileFace} tile=${tile} label=${label} /></button>
`;

/** @param {Hand} hand */
const tilesToGo = (hand) => concealedTiles(hand) + 1 - hand.concealed.length - (hand.winningTile === null ? 0 : 1);

/** @param {{ hand: Hand, onChange: (hand: Hand) => void, onClear: () => void }} properties */
export function HandView({ hand, onChange, onClear }) {
  const { concealed, winningTile, melds, bonusTiles } = hand;
  const left = tilesToGo(hand);
  const label = winningTile === null ? "remove_tile" : "make_winning_tile";
  return html`
    <section class="hand" aria-label=${text("hand")}>
      <div class="hand-tiles">
        ${melds.map(
          ({ kind, tiles }, place) => html`
            <button type="button" class="meld" onClick=${() => onChange(removeMeld(hand, place))}>
              <${Tiles} tiles=${tiles} /> <span class="visually-hidden">${text("remove_meld", { meld: text(kind) })}</span>
            </button>
          `,
        )}
        ${sorted(concealed).map(
          (tile) => html`<${TileButton} tile=${tile} label=${text(label, { tile: tileName(tile) })} onClick=${() => onChange(tapConcealed(hand, tile))} />`,
        )}
        ${winningTile !== null &&
        html`
          <span class="winning-tile">
            <${TileButton} tile=${winningTile} label=${text("remove_tile", { tile: `${text("winning_tile")}, ${tileName(winningTile)}` })}
              onClick=${() => onChange(removeWinningTile(hand))} />
          </span>
        `}
        ${bonusTiles.map(
          (tile) => html`<${TileButton} tile=${tile} label=${text("remove_tile", { tile: tileName(tile) })} onClick=${() => onChange(removeBonusTile(hand, tile))} />`,
        )}
      </div>
      <div class="line">
        <span>${allTiles(hand).length === 0 ? text("no_tiles") : left > 0 ? text("tiles_left", { count: left }) : ""}</span>
        ${allTiles(hand).length > 0 && html`<button type="button" class="quiet" onClick=${onClear}>${text("clear")}</button>`}
      </div>
    </section>
  `;
}
