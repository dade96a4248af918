// @ts-check
/** Who got access to what in a club, and what was taken out of it. */
import { listKeys, listPlayers } from "./club_api.js";
import { accessKindText } from "./access_kind_text.js";
import { readAccessLog } from "./audits_api.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { listMembers } from "./members_api.js";
import { momentText } from "./moment_text.js";
import { ProblemView } from "./problem_view.js";
import { roleText } from "./role_text.js";
import { playerText } from "./told_apart.js";
import { useLoaded } from "./use_loaded.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** The log has ids only. @param {string} club */
async function loadNames(club) {
  const [{ members }, { players }, { api_keys: keys }] = await Promise.all([listMembers(club), listPlayers(club), listKeys(club)]);
  const ofMembers = members.map(({ user, display_name: name }) => /** @type {const} */ ([user, name]));
  return new Map([...ofMembers, ...players.map((player) => /** @type {const} */ ([player.id, playerText(player)])), ...keys.map(({ id, name }) => /** @type {const} */ ([id, name]))]);
}

/** @param {{ club: string }} properties */
export function AccessLogView({ club }) {
  const names = useLoaded(() => loadNames(club), [club]);
  const { items, error, more } = usePages(async (cursor) => {
    const page = await readAccessLog(club, cursor);
    return { items: page.events, next: page.next_cursor };
  }, [club]);
  /** Whoever left the club has no name here. @param {string} id */
  const nameOfId = (id) => names.value?.get(id) ?? id;
  return html`
    <section aria-labelledby="access-log">
      <h3 id="access-log">${text("access_log")}</h3>
      <p class="quiet-text">${text("access_log_hint")}</p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <ul class="list">${items?.map((event) => html`<li><${EventRow} event=${event} name=${nameOfId} /></li>`)}</ul>
      ${more && html`<button type="button" onClick=${more}>${text("show_more")}</button>`}
    </section>
  `;
}

/** @param {{ event: Schemas["AccessEvent"], name: (id: string) => string }} properties */
function EventRow({ event: { kind, time, actor, user, player, api_key: key, role, seq }, name }) {
  const facts = [
    momentText(time),
    text("done_by", { name: name(actor) }),
    user ? text("concerns", { name: name(user) }) : "",
    player ? text("concerns", { name: name(player) }) : "",
    key ? text("key_named", { name: name(key) }) : "",
    role ? roleText(role) : "",
    seq !== undefined ? text("entry_label", { seq }) : "",
  ];
  return html`${accessKindText(kind)}<br /><small>${facts.filter((fact) => fact !== "").join(" · ")}</small>`;
}
