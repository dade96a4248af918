// @ts-check
/** Making an API key. Its secret is shown once. */
import { html, useState } from "./htm_preact_standalone.js";
import { InputField } from "./input_field.js";
import { makeApiKey } from "./keys_api.js";
import { text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { ProblemView } from "./problem_view.js";
import { roleOption } from "./role_text.js";
import { SelectField } from "./select_field.js";
import { ShownOnce } from "./shown_once.js";
import { sentNumber } from "./typed_number.js";
import { emptied, useAction } from "./use_action.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @type {ReadonlyArray<Schemas["ApiKeyRole"]>} */
const ROLES = ["player", "scorer", "referee", "auditor"];
const DAYS = { least: 1, most: 3660 };

/** @param {{ club: string, onMade: () => void }} properties */
export function NewApiKey({ club, onMade }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState(/** @type {Schemas["ApiKeyRole"]} */ ("player"));
  const [days, setDays] = useState("");
  const [secret, setSecret] = useState("");
  const { isBusy, error, act } = useAction();
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    act(async () => {
      const made = await makeApiKey(club, { name: name.trim(), role, expires_in_days: sentNumber(days) });
      setSecret(made.secret ?? "");
      setName(emptied(name));
      onMade();
    });
  };
  return html`
    <form class="form" onSubmit=${send}>
      <${InputField} label=${text("key_name")} value=${name} onInput=${setName} />
      <${SelectField} label=${text("role")} value=${role} options=${ROLES.map(roleOption)} onChange=${setRole} />
      <${NumberInput} label=${text("key_days")} limits=${DAYS} value=${days} onInput=${setDays} />
      ${error !== null && html`<${ProblemView} error=${error} />`}
      <button type="submit" disabled=${isBusy}>${text("make_key")}</button>
    </form>
    ${secret !== "" && html`<${ShownOnce} key=${secret} label=${text("secret_of_key")} value=${secret} onDone=${() => setSecret("")} />`}
  `;
}
