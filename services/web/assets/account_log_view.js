// @ts-check
/** When somebody came in to one's account, or tried to. */
import { readAccountLog } from "./account_api.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { momentText } from "./moment_text.js";
import { ProblemView } from "./problem_view.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

export function AccountLogView() {
  const { items, error, reload, more } = usePages(async (cursor) => {
    const page = await readAccountLog(cursor);
    return { items: page.events, next: page.next_cursor };
  }, []);
  return html`
    <section aria-labelledby="account-log">
      <h3 id="account-log">${text("account_log")}</h3>
      <p class="quiet-text">${text("account_log_hint")}</p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <ul class="list">${items?.map(({ kind, time }) => html`<li>${text(`account_${kind}`)}<br /><small>${momentText(time)}</small></li>`)}</ul>
      <p class="actions">
        <button type="button" class="quiet" onClick=${reload}>${text("read_again")}</button>
        ${more && html`<button type="button" class="quiet" onClick=${more}>${text("show_more")}</button>`}
      </p>
    </section>
  `;
}
