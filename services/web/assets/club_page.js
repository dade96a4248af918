// @ts-check
/** A club: its matches, its players, and starting a match. */
import { listMatches, readClub } from "./club_api.js";
import { ClubNav } from "./club_nav.js";
import { dayText } from "./day_text.js";
import { EnrolPlayer } from "./enrol_player.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { listed, text } from "./language.js";
import { later } from "./later.js";
import { LazyDetails } from "./lazy_details.js";
import { loadMatchChoices } from "./match_choices.js";
import { inNameOrder } from "./name_order.js";
import { NewMatch } from "./new_match.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
import { usePages } from "./use_pages.js";
import { useRole } from "./use_role.js";
import { useTitle } from "./use_title.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {{ club: Schemas["Club"] } & import("./match_choices.js").MatchChoices} Club */

const ClubSettings = later(() => import("./owner_pages.js").then((module) => module.ClubSettings));
const ScreenLinks = later(() => import("./share_view.js").then((module) => module.ScreenLinks));

/** A match needs so many. */
const PLAYERS = 4;

/** @param {string} path @returns {Promise<Club>} */
async function load(path) {
  const [club, choices] = await Promise.all([readClub(path), loadMatchChoices(path)]);
  return { club, ...choices };
}

/** @param {{ club: string }} properties `club`: its path in the API */
export function ClubPage({ club: path }) {
  const [loaded, setLoaded] = useState(/** @type {Club | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const { role } = useRole(path);
  useTitle(loaded?.club.name);
  const matches = usePages((cursor) => listMatches(path, cursor).then(({ matches: items, next_cursor }) => ({ items, next: next_cursor })), [path]);
  const reload = () => load(path).then(setLoaded, setError);
  useEffect(() => {
    reload();
  }, []);
  const failed = error ?? matches.error;
  if (failed !== null) return html`<${ProblemView} error=${failed} />`;
  if (loaded === null || matches.items === null) return null;
  const { club, variants, own } = loaded;
  const players = inNameOrder(loaded.players);
  return html`
    <${ClubNav} club=${path} />
    <h2>${club.name}</h2>
    <div class="columns">
      <section aria-labelledby="matches">
        <h3 id="matches">${text("matches")}</h3>
        ${matches.items.length === 0
          ? html`<p>${text("no_matches")}</p>`
          : html`<ul class="list">${matches.items.map((match) => html`<li key=${match.id}><${MatchLink} match=${match} club=${club.id} /></li>`)}</ul>`}
        ${matches.items.length === 0 && (role === "owner" || role === "scorer") && html`<p><a href=${`/clubs/${club.id}/import`}>${text("import_results")}</a></p>`}
        ${matches.more && html`<button type="button" class="quiet" onClick=${matches.more}>${text("show_more")}</button>`}
      </section>
      <section aria-labelledby="new-match">
        <h3 id="new-match">${text("new_match")}</h3>
        ${players.length < PLAYERS
          ? html`<p>${text("players_needed", { count: PLAYERS - players.length })}</p>`
          : html`<${NewMatch} club=${path} timeZone=${club.time_zone} players=${players} variants=${variants} own=${own} last=${matches.items[0]} />`}
      </section>
      <section aria-labelledby="players">
        <h3 id="players">${text("players")}</h3>
        ${players.length > 0 && html`<ul class="list">${players.map((player) => html`<li key=${player.id}><a href=${`/clubs/${club.id}/players/${player.id}`}>${playerText(player)}</a></li>`)}</ul>`}
        <${EnrolPlayer} club=${path} onEnrolled=${reload} />
      </section>
    </div>
    <p><a href=${`/clubs/${club.id}/screen`}>${text("screen")}</a></p>
    ${role === "owner" && html`<${LazyDetails} summary=${text("screen_link")} content=${() => html`<${ScreenLinks} club=${path} />`} />`}
    ${role === "owner" && html`<${LazyDetails} summary=${text("club_settings")} content=${() => html`<${ClubSettings} path=${path} club=${club} onChange=${reload} />`} />`}
  `;
}

/** @param {{ match: Schemas["Match"], club: string }} properties */
function MatchLink({ match, club }) {
  const day = dayText(match.played_on);
  const names = listed(match.seats.map(({ player }) => playerText(player)));
  const standing = match.void ? text("void") : match.ending ? text("over") : "";
  return html`
    <a href=${`/clubs/${club}/matches/${match.id}`}>${names}</a>
    <br /><small>${day}${standing && ` · ${standing}`}</small>
  `;
}
