// @ts-check
/** A text for the chat of the group: by the system's sheet for sharing, or copied where there is none. */
import { CopyButton } from "./copy_button.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @param {{ value: string }} properties */
export function ShareText({ value }) {
  if (!("share" in navigator)) return html`<p><${CopyButton} label=${text("share_by_copy")} said=${text("share_copied")} isQuiet value=${() => value} /></p>`;
  // Whoever closes the sheet shares nothing, and knows it.
  const share = () => navigator.share({ text: value }).catch(() => {});
  return html`<p><button type="button" class="quiet" onClick=${share}>${text("share_by_system")}</button></p>`;
}
