// @ts-check
/** Giving a webhook another secret, which is shown once. */
import { AskedTwice } from "./asked_twice.js";
import { html, useState } from "./htm_preact_standalone.js";
import { rotateSecret } from "./keys_api.js";
import { text } from "./language.js";
import { SelectField } from "./select_field.js";
import { ShownOnce } from "./shown_once.js";

/** How long the secret of before signs as well: not at all where somebody else has it. */
const HOURS = /** @type {const} */ (["24", "168", "0"]);

/** @param {{ webhook: string, name: string, onChange: () => Promise<void> }} properties */
export function WebhookSecret({ webhook, name, onChange }) {
  const [hours, setHours] = useState(/** @type {string} */ (HOURS[0]));
  const [secret, setSecret] = useState("");
  const rotate = async () => {
    const rotated = await rotateSecret(webhook, Number(hours));
    setSecret(rotated.secret ?? "");
    await onChange();
  };
  return html`
    <div class="line-form">
      <${SelectField} label=${text("old_secret")} value=${hours}
        options=${HOURS.map((count) => /** @type {const} */ ([count, text(count === "0" ? "ends_at_once" : "signs_for", { count })]))} onChange=${setHours} />
      <${AskedTwice} key=${hours} label=${text("rotate_secret")} about=${name} warning=${text("rotate_warning")} onSure=${rotate} />
    </div>
    ${secret !== "" && html`<${ShownOnce} key=${secret} label=${text("secret_of_webhook")} value=${secret} onDone=${() => setSecret("")} />`}
  `;
}
