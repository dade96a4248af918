// @ts-check
/** Handing a club over to another owner. */
import { AskedTwice } from "./asked_twice.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { handOverClub } from "./members_api.js";
import { roleText } from "./role_text.js";
import { SelectField } from "./select_field.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** What a former owner may become. @type {ReadonlyArray<Schemas["Role"]>} */
const ROLES = ["scorer", "referee", "player", "auditor"];

/** @param {{ club: string, owners: Schemas["Member"][] }} properties `owners`: the others */
export function HandOver({ club, owners }) {
  const [user, setUser] = useState(owners[0]?.user ?? "");
  const [role, setRole] = useState(/** @type {Schemas["Role"]} */ ("scorer"));
  const chosen = owners.find((owner) => owner.user === user) ?? owners[0];
  if (!chosen) return null;
  const nameOfOwner = (/** @type {Schemas["Member"]} */ owner) => owner.display_name ?? text("unknown_name");
  const warning = text("hand_over_warning", { name: nameOfOwner(chosen), role: roleText(role) });
  // The page of a former owner is another one.
  const handOver = () => handOverClub(club, chosen.user, role).then(() => location.reload());
  return html`
    <details>
      <summary>${text("hand_over")}</summary>
      <div class="form">
        <${SelectField} label=${text("hand_over_to")} value=${chosen.user}
          options=${owners.map((owner) => /** @type {const} */ ([owner.user, nameOfOwner(owner)]))} onChange=${setUser} />
        <${SelectField} label=${text("role_afterwards")} value=${role}
          options=${ROLES.map((one) => /** @type {const} */ ([one, roleText(one)]))} onChange=${setRole} />
        <${AskedTwice} key=${`${chosen.user} ${role}`} label=${text("hand_over")} warning=${warning} onSure=${handOver} />
      </div>
    </details>
  `;
}
