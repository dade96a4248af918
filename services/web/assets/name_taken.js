// @ts-check
/** What went wrong with the name of a player. If another player is called so, it is asked who is meant. */
import { Refusal } from "./api.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { playerText } from "./told_apart.js";

/**
 * @param {{ error: unknown, club: string, label: string, isBusy: boolean, onConfirm: () => void }} properties
 * `club`: its path in the API; `label`: of the button that does it all the same
 */
export function NameTaken({ error, club, label, isBusy, onConfirm }) {
  if (!(error instanceof Refusal) || error.problem.code !== "player_name_taken") return html`<${ProblemView} error=${error} />`;
  const pages = club.replace("/v1", "");
  return html`
    <div class="question" role="alert">
      <p>${text("name_taken")}</p>
      <ul>${(error.problem.players ?? []).map((player) => html`<li key=${player.id}><a href=${`${pages}/players/${player.id}`}>${playerText(player)}</a></li>`)}</ul>
      <p class="line"><button type="button" disabled=${isBusy} onClick=${onConfirm}>${label}</button></p>
    </div>
  `;
}
