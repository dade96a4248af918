// @ts-check
/** Changing one's password. */
import { changePassword } from "./account_api.js";
import { html, useState } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { useAction } from "./use_action.js";

const SHORTEST = 10;
const LONGEST = 128;

/** @param {{ email: string }} properties */
export function PasswordForm({ email }) {
  const [isChanged, setChanged] = useState(false);
  const { isBusy, error, act } = useAction();
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const send = async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    setChanged(false);
    const isDone = await act(() => changePassword(email, String(fields.get("password")), String(fields.get("new-password"))));
    if (!isDone) return;
    form.reset();
    setChanged(true);
  };
  return html`
    <form class="form" onSubmit=${send}>
      <input hidden type="email" name="email" value=${email} autocomplete="username" readonly />
      <label>${text("password_now")} <input name="password" type="password" required maxlength=${LONGEST} autocomplete="current-password" /></label>
      <label>${text("password_new")}
        <input name="new-password" type="password" required minlength=${SHORTEST} maxlength=${LONGEST} autocomplete="new-password" />
      </label>
      <p class="quiet-text">${text("password_hint")} ${text("change_password_hint")}</p>
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <p role="status">${isChanged ? text("password_changed") : ""}</p>
      <button type="submit" disabled=${isBusy}>${text("change_password")}</button>
    </form>
  `;
}
