// @ts-check
/** What waits to be sent, and what the table has to decide because the server refused it. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { creditTo, drop, isOfAnother, renumber, tryAgain } from "./outbox.js";
import { outcomeText } from "./outcome_text.js";
import { ProblemView } from "./problem_view.js";
import { Refusal } from "./api.js";

/** @typedef {import("./outbox.js").Item} Item */
/** @typedef {import("./outcome_text.js").ChairName} ChairName */

/** Under which number it could be recorded, if its own is the reason for the refusal. @param {Item} item @param {number} next of the match */
function otherNumber({ number, outcome, refusal }, next) {
  switch (refusal?.code) {
    case "hand_number_taken":
      // What is there already is not offered once more.
      return JSON.stringify(refusal.outcome) === JSON.stringify(outcome) ? null : Math.max(number + 1, next);
    case "hand_number_ahead":
      return next === number ? null : next;
    default:
      return null;
  }
}

/**
 * @param {{ match: string, items: Item[], nextNumber: number, players: string[], name: ChairName, onChange: () => void }} properties
 *   `nextNumber`, `players`: of the match, as the server has it
 */
export function OutboxView({ match, items, nextNumber, players, name, onChange }) {
  if (items.length === 0) return null;
  const [first] = items;
  /** @param {() => void} decide */
  const goOnAfter = (decide) => () => {
    decide();
    onChange();
  };
  const isStranger = first !== undefined && isOfAnother(first);
  const other = first === undefined ? null : otherNumber(first, nextNumber);
  return html`
    <section class="outbox" role="status">
      <p><b>${text("waiting_count", { count: items.length })}</b></p>
      <ul class="list">${items.map(({ number, outcome }) => html`<li>${text("hand_number", { number })}: ${outcomeText(outcome, name)}</li>`)}</ul>
      ${first !== undefined &&
      isStranger &&
      html`
        <p>${text("recorded_by_another")}</p>
        <div class="line">
          <button type="button" onClick=${goOnAfter(() => tryAgain(match, first.key))}>${text("send_as_mine")}</button>
          <button type="button" onClick=${goOnAfter(() => drop(match, first.key))}>${text("drop_mine")}</button>
        </div>
      `}
      ${first?.refusal &&
      !isStranger &&
      html`
        <p>${text("refused_here", { number: first.number })}</p>
        ${first.refusal.outcome
          ? html`<p>${text("taken_by", { number: first.number, what: outcomeText(first.refusal.outcome, name) })}</p>`
          : html`<${ProblemView} error=${new Refusal(first.refusal)} />`}
        <div class="line">
          ${other !== null && html`<button type="button" onClick=${goOnAfter(() => renumber(match, first.key, other))}>${text("record_as", { number: other })}</button>`}
          ${first.refusal.code === "players_changed" &&
          html`<button type="button" onClick=${goOnAfter(() => creditTo(match, first.key, players))}>${text("record_for_seated")}</button>`}
          <button type="button" onClick=${goOnAfter(() => tryAgain(match, first.key))}>${text("try_again")}</button>
          <button type="button" onClick=${goOnAfter(() => drop(match, first.key))}>${text("drop_mine")}</button>
        </div>
      `}
    </section>
  `;
}
