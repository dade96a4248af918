// @ts-check
/** Accepting an invitation, by its link or by what somebody pastes. */
import { whoAmI } from "./account_api.js";
import { html, useEffect, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { tokenFrom } from "./invitation_link.js";
import { text } from "./language.js";
import { acceptInvitation } from "./members_api.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";
import { useLoaded } from "./use_loaded.js";
import { useTitle } from "./use_title.js";

const LONGEST_LINK = 500;

const tokenOfAddress = () => (location.hash === "" ? "" : tokenFrom(location.hash));

export function JoinPage() {
  const [token, setToken] = useState(tokenOfAddress);
  const me = useLoaded(whoAmI, []);
  const { isBusy, error, act } = useAction();
  useTitle(text("join"));
  useEffect(() => {
    const onHash = () => setToken(tokenOfAddress());
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  /** @param {Event} event */
  const accept = (event) => {
    event.preventDefault();
    act(async () => {
      const { club } = await acceptInvitation(tokenFrom(token));
      // Whoever goes back does not find what is used up.
      location.replace(`/clubs/${club.id}`);
    });
  };
  return html`
    <form class="form" onSubmit=${accept}>
      <h2>${text("join")}</h2>
      ${me.value !== null && html`<p>${text("join_as", { name: me.value.display_name, email: me.value.email })}</p>`}
      ${tokenOfAddress() === "" && html`<${InputField} label=${text("paste_invitation")} value=${token} longest=${LONGEST_LINK} onInput=${setToken} />`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${isBusy || token === ""}>${text("accept_invitation")}</button>
    </form>
  `;
}
