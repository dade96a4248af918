// @ts-check
/** What waits to be sent, and what the table has to decide because the server refused it. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { drop, renumber } from "./outbox.js";
import { outcomeText } from "./outcome_text.js";
import { ProblemView } from "./problem_view.js";
import { Refusal } from "./api.js";

/** @typedef {import("./outbox.js").Item} Item */
/** @typedef {import("./outcome_text.js").ChairName} ChairName */

/** Under which number it could be recorded, if its own is the reason for the refusal. @param {Item} item @param {number} next of the match */
function otherNumber({ number, refusal }, next) {
  switch (refusal?.code) {
    case "hand_number_taken":
      return Math.max(number + 1, next);
    case "hand_number_ahead":
      return refusal.next_number ?? next;
    default:
      return null;
  }
}

/** @param {{ match: string, items: Item[], nextNumber: number, name: ChairName, onChange: () => void }} properties `nextNumber`: of the match, as the server has it */
export function OutboxView({ match, items, nextNumber, name, onChange }) {
  if (items.length === 0) return null;
  const [first] = items;
  /** @param {string} key */
  const dropAndGoOn = (key) => {
    drop(match, key);
    onChange();
  };
  /** @param {string} key @param {number} number */
  const renumberAndGoOn = (key, number) => {
    renumber(match, key, number);
    onChange();
  };
  const other = first === undefined ? null : otherNumber(first, nextNumber);
  return html`
    <section class="outbox" role="status">
      <p><b>${text("waiting_count", { count: items.length })}</b></p>
      <ul class="list">${items.map(({ number, outcome }) => html`<li>${text("hand_number", { number })}: ${outcomeText(outcome, name)}</li>`)}</ul>
      ${first?.refusal &&
      html`
        <p>${text("refused_here", { number: first.number })}</p>
        ${first.refusal.hand
          ? html`<p>${text("taken_by", { number: first.number, what: outcomeText(first.refusal.hand.outcome, name) })}</p>`
          : html`<${ProblemView} error=${new Refusal(first.refusal)} />`}
        <div class="line">
          ${other !== null && html`<button type="button" onClick=${() => renumberAndGoOn(first.key, other)}>${text("record_as", { number: other })}</button>`}
          <button type="button" onClick=${() => dropAndGoOn(first.key)}>${text("drop_mine")}</button>
        </div>
      `}
    </section>
  `;
}
