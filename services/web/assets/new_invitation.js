// @ts-check
/** Making an invitation. Its link is shown once: the server keeps only a hash of what is in it. */
import { CheckField } from "./check_field.js";
import { html, useState } from "./htm_preact_standalone.js";
import { invitationLink } from "./invitation_link.js";
import { text } from "./language.js";
import { makeInvitation } from "./members_api.js";
import { NumberInput } from "./number_input.js";
import { ProblemView } from "./problem_view.js";
import { roleOption } from "./role_text.js";
import { SelectField } from "./select_field.js";
import { ShownOnce } from "./shown_once.js";
import { playerText } from "./told_apart.js";
import { sentNumber } from "./typed_number.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @type {ReadonlyArray<Schemas["Role"]>} */
const ROLES = ["player", "scorer", "referee", "auditor", "owner"];
const NOBODY = "";
const USUAL_DAYS = "7";
const DAYS = { least: 1, most: 30 };

/** @param {{ club: string, players: Schemas["ClubPlayer"][], onMade: () => void }} properties `players`: those without an account */
export function NewInvitation({ club, players, onMade }) {
  const [role, setRole] = useState(/** @type {Schemas["Role"]} */ ("player"));
  const [player, setPlayer] = useState(NOBODY);
  const [days, setDays] = useState(USUAL_DAYS);
  const [isSingle, setSingle] = useState(true);
  const [link, setLink] = useState("");
  const { isBusy, error, act } = useAction();
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    act(async () => {
      const chosen = isSingle && player !== NOBODY ? { player } : {};
      const made = await makeInvitation(club, { role, single_use: isSingle, expires_in_days: sentNumber(days), ...chosen });
      setLink(invitationLink(made.token ?? ""));
      setPlayer(NOBODY);
      onMade();
    });
  };
  const names = players.map((known) => /** @type {const} */ ([known.id, playerText(known)]));
  return html`
    <form class="form" onSubmit=${send}>
      <${SelectField} label=${text("role")} value=${role} options=${ROLES.map(roleOption)} onChange=${setRole} />
      <${NumberInput} label=${text("days_to_accept")} limits=${DAYS} isRequired value=${days} onInput=${setDays} />
      <${CheckField} label=${text("single_use")} isChecked=${isSingle} onChange=${setSingle} />
      ${isSingle && names.length > 0 &&
      html`<${SelectField} label=${text("invite_as_player")} value=${player} options=${[[NOBODY, text("no_player_yet")], ...names]} onChange=${setPlayer} />`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy}>${text("make_invitation")}</button>
    </form>
    ${link !== "" && html`<${ShownOnce} key=${link} label=${text("invitation_link")} value=${link} onDone=${() => setLink("")} />`}
  `;
}
