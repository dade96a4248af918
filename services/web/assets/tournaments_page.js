// @ts-check
/** The tournaments of a club, one of them, or what the referee of one needs. */
import { ClubFrame } from "./club_frame.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { later } from "./later.js";
import { ANY_MEMBER, OWNERS, REFEREES, SCORERS } from "./membership.js";
import { NewTournament } from "./new_tournament.js";
import { ProblemView } from "./problem_view.js";
import { RefereeView } from "./referee_view.js";
import { TournamentView } from "./tournament_view.js";
import { listTournaments } from "./tournaments_api.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const PrintoutsView = later(() => import("./printouts_view.js").then((module) => module.PrintoutsView));

/**
 * @param {{ club: string, id?: string, view?: string }} properties
 * `club`: its path in the API; `id`: the tournament; absent for all of them; `view`: `print`, `referee`, or absent
 */
export function TournamentsPage({ club, id, view }) {
  /** @param {Schemas["Membership"]} membership */
  const content = ({ role, club: { name, time_zone } }) => {
    if (!id) return html`<${Tournaments} club=${club} timeZone=${time_zone} isOwner=${OWNERS.includes(role)} />`;
    const tournament = `${club}/tournaments/${id}`;
    if (view === "print") return html`<${PrintoutsView} club=${club} path=${tournament} kind="tournament" name=${name} isScorer=${SCORERS.includes(role)} />`;
    if (view !== "referee") return html`<${TournamentView} club=${club} tournament=${tournament} role=${role} />`;
    return REFEREES.includes(role) ? html`<${RefereeView} club=${club} tournament=${tournament} />` : html`<p>${text("for_referees")}</p>`;
  };
  return html`<${ClubFrame} club=${club} page="tournaments" title=${text("tournaments")} roles=${ANY_MEMBER} content=${content} />`;
}

/** @param {{ club: string, timeZone: string, isOwner: boolean }} properties `timeZone`: of the club */
function Tournaments({ club, timeZone, isOwner }) {
  const pages = usePages((cursor) => listTournaments(club, cursor).then(({ tournaments, next_cursor }) => ({ items: tournaments, next: next_cursor })), [club]);
  if (pages.error !== null) return html`<${ProblemView} error=${pages.error} />`;
  if (pages.items === null) return null;
  return html`
    ${isOwner && html`<${NewTournament} club=${club} timeZone=${timeZone} />`}
    ${pages.items.length === 0 && html`<p>${text("no_tournaments")}</p>`}
    <ul class="list">
      ${pages.items.map(
        ({ id, name, from, until }) => html`
          <li key=${id}>
            <a href=${`${club.replace("/v1", "")}/tournaments/${id}`}>${name ?? text("unknown_name")} · ${text("tournament_days", { from, until })}</a>
          </li>
        `,
      )}
    </ul>
    ${pages.more && html`<button type="button" class="quiet" onClick=${pages.more}>${text("show_more")}</button>`}
  `;
}
