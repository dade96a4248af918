// @ts-check
/** Erasing one's account: it needs the password, and is asked twice. */
import { Refusal } from "./api.js";
import { eraseAccount } from "./account_api.js";
import { AskedTwice } from "./asked_twice.js";
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { text } from "./language.js";
import { signOut } from "./session.js";

/** @typedef {import("./api.js").Schemas} Schemas */

const LONGEST = 128;

/** @param {{ email: string }} properties */
export function EraseAccount({ email }) {
  const [password, setPassword] = useState("");
  /** The clubs that would be left without an owner. */
  const [clubs, setClubs] = useState(/** @type {Schemas["OwnedClub"][]} */ ([]));
  const erase = async () => {
    try {
      await eraseAccount(password);
      // The cookie of a session that is over, and what was kept.
      await signOut();
      location.assign("/clubs");
    } catch (error) {
      if (error instanceof Refusal) setClubs(error.problem.clubs ?? []);
      throw error;
    }
  };
  return html`
    <div class="form">
      <p>${text("erase_account_hint")}</p>
      <${InputField} label=${text("password_to_erase")} type="password" autocomplete="current-password" longest=${LONGEST} value=${password} onInput=${setPassword} />
      ${password === ""
        ? html`<button type="button" class="quiet" disabled>${text("erase_account")}</button>`
        : html`<${AskedTwice} label=${text("erase_account")} warning=${text("erase_account_warning", { email })} onSure=${erase} />`}
      ${clubs.length > 0 &&
      html`
        <p>${text("only_owner_of")}</p>
        <ul>${clubs.map(({ id, name }) => html`<li><a href=${`/clubs/${id}/members`}>${name}</a></li>`)}</ul>
      `}
    </div>
  `;
}
