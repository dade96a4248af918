// @ts-check
/** Who is in which team, and who has a handicap: a line for each player of the club. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
import { SIGNED_POINTS, sentNumber } from "./typed_number.js";
import { useClubPlayers } from "./use_club_players.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** What is typed for a player. @typedef {{ team: string, handicap: string }} PlayerRules */
/** By the ids of players. @typedef {Readonly<Record<string, PlayerRules>>} RulesOfPlayers */

/** @type {PlayerRules} */
const NONE = { team: "", handicap: "" };

/** The teams in the order in which their first players stand. @param {RulesOfPlayers} typed @returns {Schemas["NewTeam"][]} */
export function teamsOf(typed) {
  /** @type {Map<string, string[]>} */
  const teams = new Map();
  for (const [player, { team }] of Object.entries(typed)) {
    const label = team.trim();
    if (label !== "") teams.set(label, [...(teams.get(label) ?? []), player]);
  }
  return [...teams].map(([label, players]) => ({ label, players }));
}

/** @param {RulesOfPlayers} typed @returns {Schemas["Handicap"][]} */
export function handicapsOf(typed) {
  const handicaps = Object.entries(typed).map(([player, { handicap }]) => ({ player, points: sentNumber(handicap) ?? 0 }));
  return handicaps.filter(({ points }) => points !== 0);
}

/** @param {{ club: string, typed: RulesOfPlayers, onChange: (typed: RulesOfPlayers) => void }} properties `club`: its path in the API */
export function SeasonPlayers({ club, typed, onChange }) {
  const { players, error } = useClubPlayers(club);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  /** @param {string} id @param {Partial<PlayerRules>} change */
  const set = (id, change) => onChange({ ...typed, [id]: { ...(typed[id] ?? NONE), ...change } });
  const [teams, handicaps] = [teamsOf(typed), handicapsOf(typed)];
  return html`
    <p>${text("season_players_how")}</p>
    ${players.map((player) => {
      const { id } = player;
      const [teamAt, handicapAt] = [teams.findIndex((of) => of.players.includes(id)), handicaps.findIndex((of) => of.player === id)];
      const { team, handicap } = typed[id] ?? NONE;
      return html`
        <fieldset class="season-player" key=${id}>
          <legend>${playerText(player)}</legend>
          <label>${text("season_team")}
            <input value=${team} data-place=${`/rules/teams/${teamAt}`} maxlength="40" autocomplete="off"
              onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => set(id, { team: currentTarget.value })} />
          </label>
          <${NumberInput} label=${text("season_handicap_points")} value=${handicap} limits=${SIGNED_POINTS} place=${`/rules/handicaps/${handicapAt}`} onInput=${(/** @type {string} */ points) => set(id, { handicap: points })} />
        </fieldset>
      `;
    })}
  `;
}
