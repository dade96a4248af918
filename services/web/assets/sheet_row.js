// @ts-check
/** A row of the sheet. It opens, and then shows everything that is known of it. */
import { changeOf } from "./correction_draft.js";
import { html, useState } from "./htm_preact_standalone.js";
import { listed, signed, text } from "./language.js";
import { later } from "./later.js";
import { sidePaymentText, winText } from "./outcome_text.js";
import { chairNames } from "./played_names.js";
import { useId } from "./use_id.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {Schemas["Rounds"]["rounds"][number]["hands"][number]} Line */

const HandDetails = later(() => import("./hand_details.js").then((module) => module.HandDetails));

/** @param {Line} line @param {(chair: number) => string} name */
export function whatHappened(line, name) {
  const { result, winners, from_chair } = line;
  if (result === "goulash") return text("goulash");
  if (result === "side_payment") return sidePaymentOf(line, name);
  if (result !== "win") return text(`line_${result}`);
  return winText(winners.map(({ chair }) => chair), from_chair, name);
}

/** Who was paid, and by whom. Of nothing it is not said. @param {Line} line @param {(chair: number) => string} name */
function sidePaymentOf({ seats }, name) {
  const paid = seats.find(({ points }) => points > 0);
  const payers = seats.filter(({ points }) => points < 0);
  return paid === undefined ? text("line_side_payment") : sidePaymentText(paid.chair, payers.length === 1 ? payers[0]?.chair : null, name);
}

/** How a sheet counts a row: by deals; extra hands of a deal by themselves. @param {Line} line */
export function rowLabel({ number, extra, label }) {
  if (number === undefined) return "";
  return extra > 0 ? text("extra_hand_short", { count: extra }) : label;
}

/** @param {Line["winners"][number]} winner @param {(id: string) => string} patternName */
export function worthOf({ fan, limit, patterns }, patternName) {
  const of = limit ? text("limit_hand") : text("fan", { count: fan });
  return patterns.length > 0 ? `${of}: ${listed(patterns.map(patternName))}` : of;
}

/** A row on paper: what happened and for how much, without the patterns. @param {Line} line @param {(chair: number) => string} name */
export const printedText = (line, name) => [whatHappened(line, name), ...line.winners.map((winner) => worthOf({ ...winner, patterns: [] }, String))].join(text("comma"));

/** A row as a sentence, for whoever hears it. @param {Line} line @param {import("./hand_details.js").SheetTable} table */
export function spokenRow(line, { playerName, patternName }) {
  const name = chairNames(line.seats, playerName);
  const number = line.number === undefined ? [] : [text("hand_number", { number: line.number })];
  const worth = line.winners.map((winner) => worthOf(winner, patternName));
  return [...number, whatHappened(line, name), ...worth, ...line.seats.map(({ chair, points }) => `${name(chair)} ${signed(points)}`)].join(text("comma"));
}

/**
 * @param {{ line: Line, label: string, table: import("./hand_details.js").SheetTable, onUndo: (() => void) | null, gap: unknown }} properties
 * `label`: what the row is called; `gap`: what stands between it and the row that was played before
 */
export function SheetRow({ line, label, table, onUndo, gap }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId("row");
  const name = chairNames(line.seats, table.playerName);
  const what = whatHappened(line, name);
  const which = line.number === undefined ? what : [text("hand_number", { number: line.number }), what].join(text("comma"));
  return html`
    <li>
      <span class="label">${rowLabel(line)}</span>
      <span>
        <b>${what}</b>${line.corrected && html` <small>${text("corrected")}</small>`}
        ${changeOf(table.correction.changes, line.id) && html` <small class="planned">${text("planned")}</small>`}
        ${line.number !== undefined && html`<br /><small>${label}</small>`}
        ${line.winners.map((winner) => html`<br /><small>${worthOf(winner, table.patternName)}</small>`)}
        <br /><small>${line.seats.map(({ chair, points }) => `${name(chair)} ${signed(points)}`).join(" · ")}</small>
      </span>
      <span class="row-buttons">
        ${onUndo && html`<button type="button" class="quiet" onClick=${onUndo}>${text("undo")}</button>`}
        <button type="button" class="quiet opens" aria-label=${text("details_of", { what: which })} aria-expanded=${isOpen}
          aria-controls=${isOpen ? panel : undefined} onClick=${() => setOpen(!isOpen)}>
          <span aria-hidden="true">${isOpen ? "▴" : "▾"}</span>
        </button>
      </span>
      ${isOpen && html`<div class="details" id=${panel}><${HandDetails} id=${line.id} table=${table} /></div>`}
      ${gap}
    </li>
  `;
}
