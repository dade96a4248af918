// @ts-check
/** In what a variant differs from another, in words. */
import { differenceText } from "./difference_text.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @typedef {import("./variant_differences.js").Difference} Difference */

/** From which document one was made says nothing to players. */
const NOT_SAID = ["/derived_from", "/format"];

/** @param {{ differences: Difference[], schema: import("./variant_schema.js").Schema, patternName: (id: string) => string }} properties */
export function VariantDifferencesView({ differences, schema, patternName }) {
  const said = differences.filter(({ pointer }) => !NOT_SAID.includes(pointer));
  if (said.length === 0) return html`<p>${text("no_differences")}</p>`;
  const sentences = said.map((difference) => differenceText(difference, schema, patternName));
  return html`
    <ul class="differences">
      ${sentences.map(({ sentence, isEnglish }) => html`<li lang=${isEnglish ? "en" : undefined}>${sentence}</li>`)}
    </ul>
  `;
}
