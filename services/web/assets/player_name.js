// @ts-check
/** Giving a player another name. */
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { renamePlayer } from "./members_api.js";
import { NameTaken } from "./name_taken.js";
import { useAction } from "./use_action.js";

/** @param {{ club: string, player: import("./api.js").Schemas["ClubPlayer"], onChange: () => Promise<void> }} properties */
export function PlayerName({ club, player, onChange }) {
  const [name, setName] = useState(player.name ?? "");
  /** What was sent last: the question is about that, whatever is typed meanwhile. */
  const [sent, setSent] = useState("");
  const { isBusy, error, act } = useAction();
  /** @param {string} wanted @param {boolean} confirm */
  const rename = (wanted, confirm) => {
    setSent(wanted);
    act(() => renamePlayer(club, player.id, wanted, confirm).then(onChange));
  };
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    rename(name.trim(), false);
  };
  return html`
    <form class="line-form" onSubmit=${send}>
      <${InputField} label=${text("player_name")} value=${name} onInput=${setName} />
      <button type="submit" disabled=${isBusy || name.trim() === (player.name ?? "")}>${text("rename")}</button>
      ${error !== null && html`<${NameTaken} error=${error} club=${club} label=${text("rename_all_the_same")} isBusy=${isBusy} onConfirm=${() => rename(sent, true)} />`}
    </form>
  `;
}
