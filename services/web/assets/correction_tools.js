// @ts-check
/** The ways into a correction that stand at no row: a forgotten hand, the seats, totals instead of hands, and what is planned already. */
import { changeText, countText, placeText } from "./change_text.js";
import { replacedByTotals } from "./correction_draft.js";
import { html, useEffect, useRef } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { later } from "./later.js";
import { linkIn } from "./link_in.js";
import { OpeningForm } from "./opening_form.js";

/** @typedef {import("./hand_details.js").SheetTable} SheetTable */

const CorrectionBar = later(() => import("./hand_details.js").then((module) => module.CorrectionBar));
const InsertForm = later(() => import("./hand_details.js").then((module) => module.InsertForm));
const ReseatForm = later(() => import("./hand_details.js").then((module) => module.ReseatForm));
const TotalsInsteadForm = later(() => import("./hand_details.js").then((module) => module.TotalsInsteadForm));

/** Whether there is something that totals can replace. @param {SheetTable} table */
const hasMoreThanTotals = ({ rounds }) => replacedByTotals(rounds).some(({ result }) => result !== "totals");

/**
 * @param {{ table: SheetTable, isForgotten: boolean, onForgotten: ((isForgotten: boolean) => void) | null, onNothing: () => void }} properties
 * `isForgotten`: the places of forgotten hands are shown; `onForgotten`: null of a sheet that has no places yet; `onNothing`: nothing is planned
 * any more, and what had the focus went with it
 */
export function CorrectionTools({ table, isForgotten, onForgotten, onNothing }) {
  const count = table.correction.changes.length;
  const planned = useRef(count);
  useEffect(() => {
    if (count === 0 && planned.current > 0 && document.activeElement === document.body) onNothing();
    planned.current = count;
  }, [count]);
  return html`
    <p class="visually-hidden" role="status">${count > 0 && countText(count)}</p>
    ${count > 0 && html`<${CorrectionBar} table=${table} />`}
    <div class="correction-tools">
      ${onForgotten && html`<button type="button" class="quiet" onClick=${() => onForgotten(!isForgotten)}>${text(isForgotten ? "forgotten_none" : "forgotten_hand")}</button>`}
      ${linkIn() === null &&
      html`<${OpeningForm} label=${text("seats_wrong")} content=${(/** @type {() => void} */ close) => html`<${ReseatForm} table=${table} onClose=${close} />`} />`}
      ${hasMoreThanTotals(table) &&
      html`<${OpeningForm} label=${text("totals_instead")} content=${(/** @type {() => void} */ close) => html`<${TotalsInsteadForm} table=${table} onClose=${close} />`} />`}
      ${isForgotten && onForgotten && html`<p role="status">${text("forgotten_where")}</p>`}
    </div>
  `;
}

/** A place between two rows, with what is planned for it. @param {{ before: string | null, table: SheetTable }} properties `before`: the row that comes next; null: it is the last one */
export function ForgottenHere({ before, table }) {
  const planned = table.correction.changes.filter((change) => change.kind === "insert" && (change.before ?? null) === before);
  return html`
    <div class="gap">
      ${planned.map((change) => html`<p class="planned">${changeText(change, table)}</p>`)}
      <${OpeningForm} label=${text("forgotten_here")} about=${placeText(table, before)}
        content=${(/** @type {() => void} */ close) => html`<${InsertForm} before=${before} table=${table} onClose=${close} />`} />
    </div>
  `;
}
