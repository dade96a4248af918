// @ts-check
/** Says since when what is shown may not be so any more. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { timeText } from "./moment_text.js";
import { ProblemView } from "./problem_view.js";

/** @param {{ shown: import("./use_screen.js").Shown }} properties */
export function StaleNote({ shown: { screen, since, error } }) {
  if (error === null) return null;
  if (screen === null) return html`<${ProblemView} error=${error} />`;
  return html`<p class="stale" role="alert">${text("screen_stale", { time: timeText(since) })}</p>`;
}
