// @ts-check
/** Merging a player into another: they are one person. */
import { AskedTwice } from "./asked_twice.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { mergePlayer } from "./members_api.js";
import { SelectField } from "./select_field.js";
import { playerText } from "./told_apart.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ club: string, player: Schemas["ClubPlayer"], players: Schemas["ClubPlayer"][], onChange: () => Promise<void> }} properties */
export function PlayerMerge({ club, player, players, onChange }) {
  const others = players.filter(({ id }) => id !== player.id);
  const [chosen, setChosen] = useState("");
  const into = others.find(({ id }) => id === chosen) ?? others[0];
  if (!into) return null;
  const name = playerText(player);
  return html`
    <div class="line-form">
      <${SelectField} label=${text("same_person_as", { name })} value=${into.id}
        options=${others.map((other) => /** @type {const} */ ([other.id, playerText(other)]))} onChange=${setChosen} />
      <${AskedTwice} key=${into.id} label=${text("merge")} about=${name} warning=${text("merge_warning", { name, into: playerText(into) })}
        onSure=${() => mergePlayer(club, player.id, into.id).then(onChange)} />
    </div>
  `;
}
