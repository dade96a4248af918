// @ts-check
/** A hand that was won: what it was worth, its patterns and its tiles. */
import { html } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { parseTiles } from "./tile.js";
import { Tiles } from "./tile_face.js";
import { usePatternName } from "./use_pattern_name.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ best: Schemas["BestHand"] | undefined }} properties */
export function BestHand({ best }) {
  const patternName = usePatternName();
  if (!best) return html`<p>${text("no_hands")}</p>`;
  const { tiles } = best;
  const shown = tiles ? parseTiles([tiles.concealed, ...(tiles.melds ?? []).map((meld) => meld.tiles), tiles.winning_tile].filter(Boolean).join(" ")) : null;
  return html`
    <p><b>${best.limit ? text("limit_hand") : text("fan", { count: best.fan })}</b> · ${signed(best.points)}</p>
    ${best.patterns.length > 0 && html`<p>${listed(best.patterns.map(patternName))}</p>`}
    ${shown && html`<p><${Tiles} tiles=${shown} /></p>`}
  `;
}
