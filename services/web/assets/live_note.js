// @ts-check
/** Whether what is shown is of this moment, and otherwise of when it is. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { timeText } from "./moment_text.js";

/** @param {{ isLive: boolean, readAt: Date | null }} properties */
export function LiveNote({ isLive, readAt }) {
  if (isLive) return html`<p class="live"><small>${text("live")}</small></p>`;
  if (readAt === null) return null;
  return html`<p class="live not-live" role="status"><small>${text("as_of", { time: timeText(readAt) })}</small></p>`;
}
