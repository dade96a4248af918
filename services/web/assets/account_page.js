// @ts-check
/** The account of whoever is signed in. */
import { whoAmI } from "./account_api.js";
import { AccountLogView } from "./account_log_view.js";
import { EraseAccount } from "./erase_account.js";
import { html } from "./htm_preact_standalone.js";
import { IdentitiesView } from "./identities_view.js";
import { text } from "./language.js";
import { momentText } from "./moment_text.js";
import { PasswordForm } from "./password_form.js";
import { ProblemView } from "./problem_view.js";
import { useLoaded } from "./use_loaded.js";
import { useTitle } from "./use_title.js";

export function AccountPage() {
  const { value: user, error } = useLoaded(whoAmI, []);
  useTitle(text("my_account"));
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (user === null) return null;
  return html`
    <h2>${text("my_account")}</h2>
    <dl class="facts">
      <dt>${text("account_name")}</dt><dd>${user.display_name}</dd>
      <dt>${text("email")}</dt><dd>${user.email}</dd>
      <dt>${text("account_since")}</dt><dd>${momentText(user.created_at)}</dd>
    </dl>
    <div class="halves">
      <div>
        <section aria-labelledby="password">
          <h3 id="password">${text("change_password")}</h3>
          <${PasswordForm} email=${user.email} />
        </section>
        <${IdentitiesView} />
        <section aria-labelledby="erase">
          <h3 id="erase">${text("erase_account")}</h3>
          <${EraseAccount} email=${user.email} />
        </section>
      </div>
      <${AccountLogView} />
    </div>
  `;
}
