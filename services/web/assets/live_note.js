// @ts-check
/** Whether what is shown is of this moment, and otherwise of when it is. */
import { html } from "./htm_preact_standalone.js";
import { NO_TEXT_YET, text } from "./language.js";
import { timeText } from "./moment_text.js";

/** It keeps its place, so that no key moves under a thumb when the first news come or the network goes. @param {{ isLive: boolean, readAt: Date | null }} properties */
export function LiveNote({ isLive, readAt }) {
  if (isLive || readAt === null) return html`<p class="live"><small>${isLive ? text("live") : NO_TEXT_YET}</small></p>`;
  return html`<p class="live not-live" role="status"><small>${text("as_of", { time: timeText(readAt) })}</small></p>`;
}
