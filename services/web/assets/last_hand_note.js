// @ts-check
/** What became of the hand that was recorded or taken back last, with the way back, where the thumb is. */
import { isBetween } from "./club_api.js";
import { html } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { outcomeText } from "./outcome_text.js";
import { atChairs, chairNames } from "./played_names.js";
import { whatHappened } from "./sheet_row.js";

/** @typedef {import("./use_last_hand.js").LastHand} LastHand */
/** @typedef {import("./use_last_hand.js").Line} Line */

/** A row in a few words: who gained what, or what happened. @param {Line} line @param {(chair: number) => string} name */
function gained(line, name) {
  const winners = new Set(line.winners.map(({ chair }) => chair));
  const points = line.seats.filter(({ chair }) => winners.has(chair)).map(({ chair, points: won }) => text("wins_points", { name: name(chair), points: signed(won) }));
  return points.length > 0 ? listed(points) : whatHappened(line, name);
}

/**
 * @param {{ last: LastHand | null, line: Line | undefined, playerName: import("./played_names.js").PlayerName, canUndo: boolean, onUndo: () => void, onRedo: () => void }} properties
 * `line`: the last row of the sheet, if it is this hand
 */
export function LastHandNote({ last, line, playerName, canUndo, onUndo, onRedo }) {
  const name = chairNames(atChairs(last?.players ?? []), playerName);
  const said = last === null ? "" : line && !last.isTakenBack ? gained(line, name) : outcomeText(last.outcome, name, playerName);
  const isHand = last === null || !isBetween(last.outcome);
  if (last?.isChanged) return html`<div class="line last-hand"><b role="alert">${isHand ? text("hand_changed", { number: last.number }) : text("between_changed")}</b></div>`;
  const note = last === null ? "" : last.isUnsure && !last.isTakenBack ? text("may_be_recorded") : text(isHand ? (last.isTakenBack ? "hand_taken_back" : "hand_recorded") : last.isTakenBack ? "between_taken_back" : "between_recorded", { number: last.number, what: said });
  return html`
    <div class="line last-hand">
      <span role=${last?.isTakenBack ? "status" : undefined}>${last !== null && html`<b>${note}</b>`}</span>
      ${last !== null && (last.isTakenBack || canUndo) && html`<button type="button" class="quiet" onClick=${last.isTakenBack ? onRedo : onUndo}>${text(last.isTakenBack ? "redo" : "undo")}</button>`}
    </div>
  `;
}
