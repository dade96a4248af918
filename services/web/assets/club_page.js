// @ts-check
/** A club: its matches, its players, and starting a match. */
import { listVariants } from "./api.js";
import { enrolPlayer, listMatches, listOwnVariants, listPlayers, readClub } from "./club_api.js";
import { ClubNav } from "./club_nav.js";
import { Disclosure } from "./disclosure.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { currentLanguage, listed, text } from "./language.js";
import { later } from "./later.js";
import { NewMatch } from "./new_match.js";
import { ProblemView } from "./problem_view.js";
import { TextForm } from "./text_form.js";
import { useRole } from "./use_role.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {{ club: Schemas["Club"], players: Schemas["ClubPlayer"][], matches: Schemas["Match"][], variants: Schemas["VariantSummary"][], own: Schemas["ClubVariant"][] }} Club */

const ClubSettings = later(() => import("./owner_pages.js").then((module) => module.ClubSettings));
const ScreenLinks = later(() => import("./share_view.js").then((module) => module.ScreenLinks));

/** A match needs so many. */
const PLAYERS = 4;

/** @param {string} path @returns {Promise<Club>} */
async function load(path) {
  const [club, { players }, { matches }, { variants }, own] = await Promise.all([
    readClub(path),
    listPlayers(path),
    listMatches(path),
    listVariants(),
    listOwnVariants(path),
  ]);
  return { club, matches, variants, own: own.variants.filter(({ hash, status }) => status === "active" && !variants.some((builtIn) => builtIn.hash === hash)), players: players.filter(({ name, merged_into }) => name !== undefined && !merged_into) };
}

/** @param {{ club: string }} properties `club`: its path in the API */
export function ClubPage({ club: path }) {
  const [loaded, setLoaded] = useState(/** @type {Club | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const { role } = useRole(path);
  const reload = () => load(path).then(setLoaded, setError);
  useEffect(() => {
    reload();
  }, []);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (loaded === null) return null;
  const { club, players, matches, variants, own } = loaded;
  /** @param {string} name */
  const enrol = async (name) => {
    await enrolPlayer(path, name);
    await reload();
  };
  return html`
    <${ClubNav} club=${path} />
    <h2>${club.name}</h2>
    <p class="line">
      <a href=${`/clubs/${club.id}/standings`}>${text("standings")}</a>
      <a href=${`/clubs/${club.id}/screen`}>${text("screen")}</a>
    </p>
    ${role === "owner" && html`<${Disclosure} summary=${text("club_settings")} content=${() => html`<${ClubSettings} path=${path} club=${club} onChange=${reload} />`} />`}
    ${role === "owner" && html`<${Disclosure} summary=${text("screen_link")} content=${() => html`<${ScreenLinks} club=${path} />`} />`}
    <div class="columns">
      <section aria-labelledby="matches">
        <h3 id="matches">${text("matches")}</h3>
        ${matches.length === 0 && html`<p>${text("no_matches")}</p>`}
        <ul class="list">${matches.map((match) => html`<li><${MatchLink} match=${match} club=${club.id} /></li>`)}</ul>
      </section>
      <section aria-labelledby="new-match">
        <h3 id="new-match">${text("new_match")}</h3>
        ${players.length < PLAYERS
          ? html`<p>${text("players_needed", { count: PLAYERS - players.length })}</p>`
          : html`<${NewMatch} club=${path} players=${players} variants=${variants} own=${own} />`}
      </section>
      <section aria-labelledby="players">
        <h3 id="players">${text("players")}</h3>
        <ul class="list">${players.map(({ id, name }) => html`<li><a href=${`/clubs/${club.id}/players/${id}`}>${name}</a></li>`)}</ul>
        <${TextForm} label=${text("player_name")} button=${text("enrol_player")} onSend=${enrol} />
      </section>
    </div>
  `;
}

/** @param {{ match: Schemas["Match"], club: string }} properties */
function MatchLink({ match, club }) {
  const day = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${match.played_on}T00:00:00Z`));
  const names = listed(match.seats.map(({ player }) => player.name ?? text("unknown_name")));
  return html`
    <a href=${`/clubs/${club}/matches/${match.id}`}>${names}</a>
    <br /><small>${day}${match.ending ? ` · ${text("over")}` : ""}</small>
  `;
}
