// @ts-check
/** The seasons of a club, or one of them: a league with its standings. */
import { ClubFrame } from "./club_frame.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { listSeasons } from "./league_api.js";
import { ANY_MEMBER, OWNERS } from "./membership.js";
import { NewSeason } from "./new_season.js";
import { ProblemView } from "./problem_view.js";
import { SeasonView } from "./season_view.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, id?: string }} properties `club`: its path in the API; `id`: the season; absent for all of them */
export const SeasonsPage = ({ club, id }) => html`
  <${ClubFrame} club=${club} page="seasons" title=${text("seasons")} roles=${ANY_MEMBER}
    content=${(/** @type {Schemas["Membership"]} */ { role, club: { time_zone } }) => {
      const isOwner = OWNERS.includes(role);
      return id ? html`<${SeasonView} club=${club} season=${`${club}/seasons/${id}`} isOwner=${isOwner} />` : html`<${Seasons} club=${club} timeZone=${time_zone} isOwner=${isOwner} />`;
    }} />
`;

/** @param {{ club: string, timeZone: string, isOwner: boolean }} properties `timeZone`: of the club */
function Seasons({ club, timeZone, isOwner }) {
  const pages = usePages((cursor) => listSeasons(club, cursor).then(({ seasons, next_cursor }) => ({ items: seasons, next: next_cursor })), [club]);
  if (pages.error !== null) return html`<${ProblemView} error=${pages.error} />`;
  if (pages.items === null) return null;
  return html`
    ${isOwner && html`<${NewSeason} club=${club} timeZone=${timeZone} />`}
    ${pages.items.length === 0 && html`<p>${text("no_seasons")}</p>`}
    <ul class="list">
      ${pages.items.map(
        ({ id, name, from, until }) => html`
          <li key=${id}>
            <a href=${`${club.replace("/v1", "")}/seasons/${id}`}>${name ?? text("unknown_name")} · ${text("season_days", { from, until })}</a>
          </li>
        `,
      )}
    </ul>
    ${pages.more && html`<button type="button" class="quiet" onClick=${pages.more}>${text("show_more")}</button>`}
  `;
}
