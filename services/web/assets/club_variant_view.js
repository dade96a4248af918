// @ts-check
/** A variant of a club: what differs from another in words, its document, and whether it is played. */
import { ActionButton } from "./action_button.js";
import { VariantDifferencesView } from "./variant_differences_view.js";
import { html, useState } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { LazyDetails } from "./lazy_details.js";
import { momentText } from "./moment_text.js";
import { ProblemView } from "./problem_view.js";
import { compareVariants, readClubVariant, setVariantStatus } from "./rules_api.js";
import { saveFile } from "./save_file.js";
import { SelectField } from "./select_field.js";
import { useLoaded } from "./use_loaded.js";
import { documentText } from "./variant_document.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./variant_schema.js").Schema} Schema */

const SHORT_HASH = 8;

/**
 * @param {{ club: string, variant: Schemas["ClubVariant"], others: Schemas["VariantSummary"][], isOwner: boolean, schema: Schema, patternName: (id: string) => string,
 *   onChange: () => Promise<void> }} properties `others`: those it can be compared with
 */
export function ClubVariantView({ club, variant, others, isOwner, schema, patternName, onChange }) {
  const { hash, id, status } = variant;
  const name = nameOf(variant.name);
  const isRetired = status === "retired";
  const save = async () => {
    const { document } = await readClubVariant(club, hash);
    saveFile(`${id}.json`, documentText(document), "application/json");
  };
  const change = () => setVariantStatus(club, hash, isRetired ? "reinstate" : "retire").then(onChange);
  const figures = [text("minimum_of", { count: variant.minimum_fan }), momentText(variant.added_at)];
  return html`
    <b>${name}</b>${isRetired && html` <span class="label">${text("retired")}</span>`}
    <br /><small>${figures.join(" · ")} · <code>${id} · ${hash.slice(0, SHORT_HASH)}</code></small>
    <${LazyDetails} summary=${text("what_differs")} about=${name}
      content=${() => html`<${Compared} club=${club} hash=${hash} others=${others} schema=${schema} patternName=${patternName} />`} />
    <p class="actions">
      <${ActionButton} label=${text("download")} about=${name} onAct=${save} />
      ${isOwner && html`<${ActionButton} label=${text(isRetired ? "reinstate" : "retire")} about=${name} onAct=${change} />`}
    </p>
  `;
}

/** @param {{ club: string, hash: string, others: Schemas["VariantSummary"][], schema: Schema, patternName: (id: string) => string }} properties */
function Compared({ club, hash, others, schema, patternName }) {
  const [chosen, setChosen] = useState("");
  const { value, error } = useLoaded(async () => {
    const { document } = await readClubVariant(club, hash);
    // It is compared with what it was made from, unless somebody wants another, or the club does not know that.
    const made = others.find((other) => other.hash === document.derived_from);
    const other = chosen || (made ?? others.find(({ id }) => id === "old-hong-kong"))?.hash || "";
    return { other, comparison: await compareVariants(club, hash, other) };
  }, [hash, chosen]);
  if (error !== null) return html`<${ProblemView} error=${error} />`;
  if (value === null) return html`<p>${text("working")}</p>`;
  const options = others.filter((other) => other.hash !== hash).map((other) => /** @type {const} */ ([other.hash, nameOf(other.name)]));
  return html`
    <${SelectField} label=${text("compared_with")} value=${value.other} options=${options} onChange=${setChosen} />
    <${VariantDifferencesView} differences=${value.comparison.differences} schema=${schema} patternName=${patternName} />
  `;
}
