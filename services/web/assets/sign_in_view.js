// @ts-check
/** Signing in, and signing up. */
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { signIn, signUp } from "./session.js";
import { useTitle } from "./use_title.js";

/** @param {{ onSignedIn: () => void }} properties */
export function SignInView({ onSignedIn }) {
  const [isNew, setNew] = useState(false);
  useTitle(text(isNew ? "sign_up" : "sign_in"));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const send = async (event) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [email, password, name] = ["email", "password", "name"].map((field) => String(fields.get(field) ?? ""));
    setBusy(true);
    setError(null);
    try {
      await (isNew ? signUp(email ?? "", password ?? "", name ?? "") : signIn(email ?? "", password ?? ""));
      onSignedIn();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return html`
    <form class="form" onSubmit=${send}>
      <h2>${text(isNew ? "sign_up" : "sign_in")}</h2>
      ${isNew && html`<label>${text("display_name")} <input name="name" required maxlength="100" autocomplete="name" /></label>`}
      <label>${text("email")} <input name="email" type="email" required autocomplete="username" /></label>
      <label>${text("password")}
        <input name="password" type="password" required minlength=${isNew ? 10 : undefined} autocomplete=${isNew ? "new-password" : "current-password"} />
      </label>
      ${isNew && html`<p class="quiet-text">${text("password_hint")}</p>`}
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" class="go" disabled=${isBusy}>${text(isNew ? "sign_up" : "sign_in")}</button>
      <button type="button" class="quiet" onClick=${() => setNew(!isNew)}>${text(isNew ? "have_account" : "no_account")}</button>
    </form>
  `;
}
