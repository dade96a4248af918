// @ts-check
/** What was said of an outcome before corrections changed it. */
import { html } from "./htm_preact_standalone.js";
import { signed, text } from "./language.js";
import { circumstanceTexts, outcomeText } from "./outcome_text.js";
import { chairNames } from "./played_names.js";
import { worth } from "./score_view.js";

/** @typedef {import("./api.js").Schemas} Schemas */

/** @param {{ earlier: Schemas["Earlier"][], playerName: import("./played_names.js").PlayerName, recordedText: import("./use_members.js").RecordedText }} properties */
export const EarlierVersions = ({ earlier, playerName, recordedText }) => html`
  <h3>${text("earlier_versions")}</h3>
  <ol class="list">${earlier.map((version) => html`<${Version} key=${version.seq} version=${version} playerName=${playerName} recordedText=${recordedText} />`)}</ol>
`;

/** @param {{ version: Schemas["Earlier"], playerName: import("./played_names.js").PlayerName, recordedText: import("./use_members.js").RecordedText }} properties */
function Version({ version, playerName, recordedText }) {
  const { outcome, scores, payments } = version;
  const name = chairNames(payments, playerName);
  // Declared fan stand in the text of the outcome.
  const worths = scores.filter(({ score }) => !score.declared).map(({ score }) => worth(score));
  return html`
    <li>
      <b>${[outcomeText(outcome, name, playerName), ...worths, ...circumstanceTexts(outcome, name)].join(text("comma"))}</b>
      <br />${payments.map(({ chair, points }) => `${name(chair)} ${signed(points)}`).join(" · ")}
      <br /><small>${recordedText(version)}</small>
    </li>
  `;
}
