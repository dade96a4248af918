// @ts-check
/** Registering players of the club for a tournament: those of a team together, or substitutes. */
import { CheckField } from "./check_field.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";
import { changeEntrants } from "./tournaments_api.js";
import { emptied, useAction } from "./use_action.js";
import { useClubPlayers } from "./use_club_players.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * @param {{ club: string, path: string, entrants: Schemas["Entrant"][], onChange: () => void }} properties
 * `club`, `path`: of the club and the tournament in the API
 */
export function RegisterPlayers({ club, path, entrants, onChange }) {
  const { players, error } = useClubPlayers(club);
  const action = useAction();
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [team, setTeam] = useState("");
  const [areSubstitutes, setSubstitutes] = useState(false);
  const registered = new Set(entrants.map(({ player }) => player.id));
  const others = players.filter(({ id }) => !registered.has(id));
  const failed = error ?? action.error;
  /** @param {string} player @param {boolean} isChosen */
  const choose = (player, isChosen) => setChosen(isChosen ? [...chosen, player] : chosen.filter((other) => other !== player));
  /** @param {Event} event */
  const register = async (event) => {
    event.preventDefault();
    const more = { ...(team.trim() === "" ? {} : { team: team.trim() }), ...(areSubstitutes ? { substitute: true } : {}) };
    if (await action.act(() => changeEntrants(path, { registered: chosen.map((player) => ({ player, ...more })) }))) {
      setChosen((now) => now.filter((player) => !chosen.includes(player)));
      setTeam(emptied(team));
    }
    onChange();
  };
  if (players.length > 0 && others.length === 0) return html`<p>${text("all_registered")}</p>`;
  return html`
    <form onSubmit=${register}>
      <div class="check-in">
        ${others.map(
          (player) => html`<${CheckField} key=${player.id} label=${playerText(player)} isChecked=${chosen.includes(player.id)} onChange=${(/** @type {boolean} */ isChosen) => choose(player.id, isChosen)} />`,
        )}
      </div>
      <div class="form">
        <${InputField} label=${text("register_team")} value=${team} isRequired=${false} longest=${40} onInput=${setTeam} />
        <${CheckField} label=${text("register_substitutes")} isChecked=${areSubstitutes} onChange=${setSubstitutes} />
        ${failed !== null && html`<${ProblemView} error=${failed} />`}
        <button type="submit" disabled=${action.isBusy || chosen.length === 0}>${text("register_these", { count: chosen.length })}</button>
      </div>
    </form>
  `;
}
