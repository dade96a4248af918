// @ts-check
/** What waits to be sent, and what the table has to decide because the server refused it. */
import { isBetween } from "./club_api.js";
import { html } from "./htm_preact_standalone.js";
import { hush } from "./hush.js";
import { text } from "./language.js";
import { creditTo, dropMine, dropOf, isOfAnother, isSame, recordAsWell, renumber, tryAgain } from "./outbox.js";
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
      return next === number ? null : next;
    default:
      return null;
  }
}

/**
 * @param {{ match: string, items: Item[], nextNumber: number, players: string[], nameThen: (players: string[] | undefined) => ChairName, changed: Item | null, over: string | null, onEdit: ((item: Item) => void) | null, onChange: () => void }} properties
 *   `nextNumber`, `players`: of the match, as the server has it; `nameThen`: the names of chairs when certain players sat there; `onEdit` has one stated
 *   again, `changed` is that one; `over`: why nothing more is recorded, as far as the page does not say it elsewhere; null while something is
 */
export function OutboxView({ match, items, nextNumber, players, nameThen, changed, over, onEdit, onChange }) {
  if (items.length === 0) return null;
  const [first] = items;
  /** @param {() => void} decide */
  const goOnAfter = (decide) => () => {
    hush();
    decide();
    onChange();
  };
  const isStranger = first !== undefined && isOfAnother(first);
  // What is there already stays there, unless the table says that these are two hands: that comes first.
  const isTwice = isSame(first);
  const isTaken = isTwice || first?.refusal?.code === "hand_number_taken";
  // Whoever changes it decides in the form: a decision here would be about what it was.
  const isChanged = onEdit !== null && first !== undefined && changed?.key === first.key;
  const other = first === undefined || over !== null ? null : otherNumber(first, nextNumber);
  const dropRefused = () => (over === null || isTaken ? dropMine(match, first?.key ?? "") : dropOf(match, first?.scorer));
  return html`
    <section class="outbox" role="status">
      <p><b>${text("waiting_count", { count: items.length })}</b></p>
      <ul class="list">${items.map(({ number, outcome, players: seated }) => html`<li>${!isBetween(outcome) && `${text("hand_number", { number })}: `}${outcomeText(outcome, nameThen(seated))}</li>`)}</ul>
      ${first !== undefined &&
      isStranger &&
      html`
        <p>${text("recorded_by_another")}</p>
        <div class="line">
          <button type="button" onClick=${goOnAfter(() => tryAgain(match, first.key))}>${text("send_as_mine")}</button>
          <button type="button" onClick=${goOnAfter(() => dropMine(match, first.key))}>${text("drop_mine")}</button>
        </div>
      `}
      ${first?.refusal &&
      !isStranger &&
      html`
        <p>${isBetween(first.outcome) ? text("refused_between") : text("refused_here", { number: first.number })}</p>
        ${first.refusal.outcome
          ? html`<p>${text(isTwice ? "same_between" : "taken_by", { number: first.number, what: outcomeText(first.refusal.outcome, nameThen(first.refusal.players)) })}</p>`
          : html`<${Refused} refusal=${first.refusal} over=${over} />`}
        ${!isChanged &&
        html`
          <div class="line">
            ${isTaken && html`<button type="button" onClick=${goOnAfter(dropRefused)}>${text("drop_mine")}</button>`}
            ${isTwice && over === null && html`<button type="button" onClick=${goOnAfter(() => recordAsWell(match, first.key))}>${text("record_both")}</button>`}
            ${other !== null && html`<button type="button" onClick=${goOnAfter(() => renumber(match, first.key, other))}>${text("record_as", { number: other })}</button>`}
            ${!isTaken && onEdit && html`<button type="button" onClick=${() => onEdit(first)}>${text("change_refused")}</button>`}
            ${first.refusal.code === "players_changed" &&
            html`<button type="button" onClick=${goOnAfter(() => creditTo(match, first.key, players))}>${text("record_for_seated")}</button>`}
            ${!isTaken && over === null && html`<button type="button" onClick=${goOnAfter(() => tryAgain(match, first.key))}>${text("try_again")}</button>`}
            ${!isTaken && html`
              <button type="button" onClick=${goOnAfter(dropRefused)}>${text("drop_mine")}</button>
            `}
          </div>
        `}
      `}
    </section>
  `;
}

/** Whether it is refused because of who sends it. @param {import("./outbox.js").KeptRefusal} refusal */
const isOfRole = ({ status }) => status === 401 || status === 403;

/**
 * Why it is refused, and what becomes of it. With a link, the end of the match and of the link are told as what may not be done.
 * @param {{ refusal: import("./outbox.js").KeptRefusal, over: string | null }} properties
 */
function Refused({ refusal, over }) {
  const problem = html`<${ProblemView} error=${new Refusal({ ...refusal, players: [] })} />`;
  if (over === null && !isOfRole(refusal)) return problem;
  const why = over !== null && isOfRole(refusal) ? over && html`<p>${over}</p>` : refusal.status === 401 ? html`<p>${text("link_over")}</p>` : problem;
  return html`${why}<p>${over !== null && html`<b>${text("not_sent_any_more")}</b> `}${text("tell_them")}</p>`;
}
