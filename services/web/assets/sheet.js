// @ts-check
/** The score sheet, the last line first. The last line can be taken back. */
import { html } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { winText } from "./outcome_text.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["Rounds"]["rounds"][number]["hands"][number]} Line */

/** @param {Line} line @param {(chair: number) => string} name */
function whatHappened(line, name) {
  const { result, winners, from_chair } = line;
  if (result === "goulash") return text("goulash");
  if (result !== "win") return text(`line_${result}`);
  return winText(winners.map(({ chair }) => chair), from_chair, name);
}

/** @param {Line["winners"][number]} winner @param {(id: string) => string} patternName */
function worthOf({ fan, limit, patterns }, patternName) {
  const of = limit ? text("limit_hand") : text("fan", { count: fan });
  return patterns.length > 0 ? `${of}: ${listed(patterns.map(patternName))}` : of;
}

/** @param {{ rounds: Schemas["Rounds"], patternName: (id: string) => string, onUndo: ((outcome: string) => void) | null }} properties */
export function Sheet({ rounds, patternName, onUndo }) {
  const lines = rounds.rounds.flatMap(({ hands }) => hands).reverse();
  const names = new Map(rounds.players.map(({ id, name }) => [id, name ?? text("unknown_name")]));
  return html`
    <section aria-labelledby="sheet">
      <h2 id="sheet">${text("sheet")}</h2>
      ${lines.length === 0 && html`<p>${text("no_hands")}</p>`}
      <ol class="sheet">
        ${lines.map((line, place) => {
          const name = (/** @type {number} */ chair) => names.get(line.seats.find((seat) => seat.chair === chair)?.player ?? "") ?? "";
          return html`
            <li>
              <span class="label">${line.label}</span>
              <span>
                <b>${whatHappened(line, name)}</b>${line.corrected && html` <small>${text("corrected")}</small>`}
                ${line.winners.map((winner) => html`<br /><small>${worthOf(winner, patternName)}</small>`)}
                <br /><small>${line.seats.map(({ chair, points }) => `${name(chair)} ${signed(points)}`).join(" · ")}</small>
              </span>
              ${place === 0 && onUndo && html`<button type="button" class="quiet" onClick=${() => onUndo(line.id)}>${text("undo")}</button>`}
            </li>
          `;
        })}
      </ol>
    </section>
  `;
}
