// @ts-check
/** The tiles of a winner, tile by tile. */
import { NO_TILES } from "./hand.js";
import { HandView } from "./hand_view.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { TilePicker } from "./tile_picker.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** @param {{ hand: Hand, onChange: (hand: Hand) => void }} properties */
export const TilesInput = ({ hand, onChange }) => html`
  <details>
    <summary>${text("by_tiles")}</summary>
    <${HandView} hand=${hand} onChange=${onChange} onClear=${() => onChange(NO_TILES)} />
    <${TilePicker} hand=${hand} onChange=${onChange} />
  </details>
`;
