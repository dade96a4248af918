// @ts-check
/** Accepting an invitation, by its link or by what somebody pastes: first it is shown, then accepted. */
import { whoAmI } from "./account_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { tokenFrom } from "./invitation_link.js";
import { text } from "./language.js";
import { acceptInvitation } from "./members_api.js";
import { OfferedInvitationView } from "./offered_invitation_view.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useInvitationToken } from "./use_invitation_token.js";
import { useLoaded } from "./use_loaded.js";
import { useTitle } from "./use_title.js";

const LONGEST_LINK = 500;

export function JoinPage() {
  const ofAddress = useInvitationToken();
  const [pasted, setPasted] = useState("");
  const [asked, setAsked] = useState("");
  useTitle(text("join"));
  const token = ofAddress === "" ? asked : ofAddress;
  /** @param {Event} event */
  const show = (event) => {
    event.preventDefault();
    setAsked(tokenFrom(pasted));
  };
  /** @param {string} typed */
  const paste = (typed) => {
    setPasted(typed);
    setAsked("");
  };
  return html`
    ${ofAddress === "" &&
    html`
      <form class="form" onSubmit=${show}>
        <h2>${text("accept_invitation")}</h2>
        <${InputField} label=${text("paste_invitation")} value=${pasted} longest=${LONGEST_LINK} onInput=${paste} />
        <button type="submit" disabled=${tokenFrom(pasted) === ""}>${text("show_invitation")}</button>
      </form>
    `}
    ${token !== "" && html`<${OfferedInvitationView} key=${token} token=${token}><${AcceptForm} token=${token} /><//>`}
  `;
}

/** @param {{ token: string }} properties */
function AcceptForm({ token }) {
  const me = useLoaded(whoAmI, []);
  const { isBusy, error, act } = useAction();
  /** @param {Event} event */
  const accept = (event) => {
    event.preventDefault();
    act(async () => {
      const { club } = await acceptInvitation(token);
      // Whoever goes back does not find what is used up.
      location.replace(`/clubs/${club.id}`);
    });
  };
  return html`
    <form class="form" onSubmit=${accept}>
      ${me.value !== null && html`<p>${text("join_as", { name: me.value.display_name, email: me.value.email })}</p>`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${isBusy}>${text("accept_invitation")}</button>
    </form>
  `;
}
