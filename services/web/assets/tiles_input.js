// @ts-check
/** The tiles of a winner, tile by tile. */
import { FormPart } from "./form_part.js";
import { NO_TILES } from "./hand.js";
import { HandView } from "./hand_view.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { TilePicker } from "./tile_picker.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** @param {{ hand: Hand, place: string, onChange: (hand: Hand) => void }} properties `place`: where a request has the winner */
export const TilesInput = ({ hand, place, onChange }) => html`
  <${FormPart} summary=${text("by_tiles")}
    content=${() => html`
      <${HandView} hand=${hand} onChange=${onChange} onClear=${() => onChange(NO_TILES)} />
      <${TilePicker} hand=${hand} place=${`${place}/hand`} onChange=${onChange} />
    `} />
`;
