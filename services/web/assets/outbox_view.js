// @ts-check
/** What waits to be sent, and what the table has to decide because the server refused it. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { drop, renumber } from "./outbox.js";
import { ProblemView } from "./problem_view.js";
import { Refusal } from "./api.js";

/** @typedef {import("./outbox.js").Item} Item */

/** Which number the next hand has, if the refusal says that this one is taken. @param {Item} item */
function nextNumber({ number, refusal }) {
  return refusal?.code === "hand_number_taken" ? number + 1 : null;
}

/** @param {{ match: string, items: Item[], onChange: () => void }} properties */
export function OutboxView({ match, items, onChange }) {
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
  const next = first === undefined ? null : nextNumber(first);
  return html`
    <section class="outbox" role="status">
      <p><b>${text("waiting_count", { count: items.length })}</b></p>
      ${first?.refusal &&
      html`
        <p>${text("refused_here", { number: first.number })}</p>
        <${ProblemView} error=${new Refusal(first.refusal)} />
        <div class="line">
          ${next !== null && html`<button type="button" onClick=${() => renumberAndGoOn(first.key, next)}>${text("record_as_next")}</button>`}
          <button type="button" onClick=${() => dropAndGoOn(first.key)}>${text("drop_mine")}</button>
        </div>
      `}
    </section>
  `;
}
