// @ts-check
/** The evenings of a club, or one of them: who is there, and who sits where. */
import { ClubFrame } from "./club_frame.js";
import { EveningView } from "./evening_view.js";
import { listEvenings } from "./evenings_api.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { later } from "./later.js";
import { ANY_MEMBER, SCORERS } from "./membership.js";
import { NewEvening } from "./new_evening.js";
import { ProblemView } from "./problem_view.js";
import { usePages } from "./use_pages.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const PrintoutsView = later(() => import("./printouts_view.js").then((module) => module.PrintoutsView));

/** @param {{ club: string, id?: string, view?: string }} properties `club`: its path in the API; `id`: the evening; absent for all of them; `view`: `print`, or absent */
export const EveningsPage = ({ club, id, view }) => html`
  <${ClubFrame} club=${club} page="evenings" title=${text("evenings")} roles=${ANY_MEMBER}
    content=${(/** @type {Schemas["Membership"]} */ { role, club: { name, time_zone } }) => {
      const isScorer = SCORERS.includes(role);
      if (id && view === "print") return html`<${PrintoutsView} club=${club} path=${`${club}/evenings/${id}`} kind="evening" name=${name} isScorer=${isScorer} />`;
      return id ? html`<${EveningView} club=${club} evening=${`${club}/evenings/${id}`} isScorer=${isScorer} />` : html`<${Evenings} club=${club} timeZone=${time_zone} isScorer=${isScorer} />`;
    }} />
`;

/** @param {{ club: string, timeZone: string, isScorer: boolean }} properties `timeZone`: of the club */
function Evenings({ club, timeZone, isScorer }) {
  const pages = usePages((cursor) => listEvenings(club, cursor).then(({ evenings, next_cursor }) => ({ items: evenings, next: next_cursor })), [club]);
  if (pages.error !== null) return html`<${ProblemView} error=${pages.error} />`;
  if (pages.items === null) return null;
  return html`
    ${isScorer && html`<${NewEvening} club=${club} timeZone=${timeZone} />`}
    ${pages.items.length === 0 && html`<p>${text("no_evenings")}</p>`}
    <ul class="list">
      ${pages.items.map(
        ({ id, held_on, hall }) => html`<li key=${id}><a href=${`${club.replace("/v1", "")}/evenings/${id}`}>${held_on}${hall && ` · ${hall}`}</a></li>`,
      )}
    </ul>
    ${pages.more && html`<button type="button" class="quiet" onClick=${pages.more}>${text("show_more")}</button>`}
  `;
}
