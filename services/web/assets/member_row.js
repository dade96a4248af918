// @ts-check
/** A member of a club; an owner may give them another role, or remove them. */
import { AskedTwice } from "./asked_twice.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { removeMember, setMember } from "./members_api.js";
import { ProblemView } from "./problem_view.js";
import { roleText } from "./role_text.js";
import { useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** Nobody becomes an owner without accepting an invitation. @type {ReadonlyArray<Schemas["Role"]>} */
const ROLES = ["scorer", "referee", "player", "auditor"];

/**
 * @param {{ club: string, member: Schemas["Member"], me: string, isOwner: boolean, onChange: () => Promise<void> }} properties
 * `me`: the account that is signed in
 */
export function MemberRow({ club, member, me, isOwner, onChange }) {
  const name = member.display_name ?? text("unknown_name");
  const remove = () => removeMember(club, member.user).then(onChange);
  const isMe = member.user === me;
  return html`
    <b>${name}</b> <span class="label">${roleText(member.role)}${isMe && ` · ${text("you")}`}</span>
    ${isOwner && !isMe &&
    html`
      <div class="actions">
        <${RoleForm} key=${member.role} club=${club} member=${member} name=${name} onChange=${onChange} />
        <${AskedTwice} label=${text("remove_member")} about=${name} warning=${text("remove_member_warning", { name })} onSure=${remove} />
      </div>
    `}
  `;
}

/** @param {{ club: string, member: Schemas["Member"], name: string, onChange: () => Promise<void> }} properties */
function RoleForm({ club, member, name, onChange }) {
  const [role, setRole] = useState(member.role);
  const { isBusy, error, act } = useAction();
  const options = ROLES.includes(member.role) ? ROLES : [member.role, ...ROLES];
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    act(() => setMember(club, member.user, role).then(onChange));
  };
  return html`
    <form class="actions" onSubmit=${send}>
      <select aria-label=${`${text("role")}: ${name}`}
        onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => setRole(options[currentTarget.selectedIndex] ?? role)}>
        ${options.map((option) => html`<option selected=${option === role}>${roleText(option)}</option>`)}
      </select>
      <button type="submit" class="quiet" aria-label=${`${text("change_role")}: ${name}`} disabled=${isBusy || role === member.role}>
        ${text("change_role")}
      </button>
      ${error !== null && html`<${ProblemView} error=${error} />`}
    </form>
  `;
}
