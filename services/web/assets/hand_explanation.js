// @ts-check
/** Why a hand was worth what it was: fan by fan with the reason, and how its tiles are read. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { Counted, LeftOut, Reading, worth } from "./score_view.js";
import { parseTiles } from "./tile.js";
import { Tiles } from "./tile_face.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ score: Schemas["Score"], winner: Schemas["Winner"] | undefined, name: string, patternName: (id: string) => string }} properties */
export function HandExplanation({ score, winner, name, patternName }) {
  const bonusTiles = parseTiles(winner?.hand?.bonus_tiles ?? "") ?? [];
  const winningTile = parseTiles(winner?.hand?.winning_tile ?? "") ?? [];
  return html`
    <p class="worth"><strong>${worth(score)}</strong> <span>${name}, ${text("base_points", { points: score.points })}</span></p>
    ${score.declared ? html`<p>${text("declared_by_table")}</p>` : html`<h4>${text("counts")}</h4><${Counted} score=${score} patternName=${patternName} />`}
    ${score.left_out.length > 0 && html`<h4>${text("left_out")}</h4><${LeftOut} score=${score} patternName=${patternName} />`}
    ${score.reading && html`<h4>${text("reading")}</h4><${Reading} reading=${score.reading} />`}
    ${winningTile.length > 0 && html`<p class="tile-line">${text("winning_tile")}: <${Tiles} tiles=${winningTile} /></p>`}
    ${bonusTiles.length > 0 && html`<p class="tile-line">${text("bonus_tiles")}: <${Tiles} tiles=${bonusTiles} /></p>`}
  `;
}
