// @ts-check
/** Giving a player another name. */
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { renamePlayer } from "./members_api.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";

/** @param {{ club: string, player: import("./api.js").Schemas["ClubPlayer"], onChange: () => Promise<void> }} properties */
export function PlayerName({ club, player, onChange }) {
  const [name, setName] = useState(player.name ?? "");
  const { isBusy, error, act } = useAction();
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    act(() => renamePlayer(club, player.id, name.trim()).then(onChange));
  };
  return html`
    <form class="line-form" onSubmit=${send}>
      <${InputField} label=${text("player_name")} value=${name} onInput=${setName} />
      <button type="submit" disabled=${isBusy || name.trim() === (player.name ?? "")}>${text("rename")}</button>
      ${error !== null && html`<${ProblemView} error=${error} />`}
    </form>
  `;
}
