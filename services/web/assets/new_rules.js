// @ts-check
/** Adding house rules: a base is chosen, and then changed. */
import { html, useState } from "./htm_preact_standalone.js";
import { nameOf, text } from "./language.js";
import { ProblemView } from "./problem_view.js";
import { addVariant, readBuiltInVariant, readClubVariant } from "./rules_api.js";
import { SelectField } from "./select_field.js";
import { useAction } from "./use_action.js";
import { draftFrom } from "./variant_draft.js";
import { VariantEditor } from "./variant_editor.js";

/** @typedef {import("./api.js").Schemas} Schemas */
/** @typedef {import("./variant_document.js").VariantDocument} VariantDocument */

/**
 * @param {{ club: string, builtIns: Schemas["VariantSummary"][], variants: Schemas["ClubVariant"][], schema: import("./variant_schema.js").Schema, patterns: Schemas["Pattern"][],
 *   patternName: (id: string) => string, onAdded: (added: Schemas["ClubVariantWithDocument"]) => void }} properties
 */
export function NewRules({ club, builtIns, variants, schema, patterns, patternName, onAdded }) {
  const own = variants.filter(({ hash }) => !builtIns.some((builtIn) => builtIn.hash === hash));
  const [chosen, setChosen] = useState(builtIns.find(({ id }) => id === "old-hong-kong")?.hash ?? builtIns[0]?.hash ?? "");
  const [draft, setDraft] = useState(/** @type {{ base: VariantDocument, first: VariantDocument } | null} */ (null));
  const beginning = useAction();
  const begin = () =>
    beginning.act(async () => {
      const builtIn = builtIns.find(({ hash }) => hash === chosen);
      const { document } = await (builtIn ? readBuiltInVariant(builtIn.id) : readClubVariant(club, chosen));
      setDraft({ base: document, first: draftFrom(document, chosen, builtIn !== undefined) });
    });
  /** @param {VariantDocument} document */
  const add = async (document) => {
    const added = await addVariant(club, document);
    setDraft(null);
    onAdded(added);
  };
  if (draft !== null) {
    return html`
      <${VariantEditor} base=${draft.base} first=${draft.first} schema=${schema} patterns=${patterns} patternName=${patternName} onAdd=${add} onLeave=${() => setDraft(null)} />
    `;
  }
  const label = (/** @type {Schemas["VariantSummary"]} */ { hash, name }) => /** @type {const} */ ([hash, nameOf(name)]);
  return html`
    <div class="form">
      <p>${text("new_rules_hint")}</p>
      <${SelectField} label=${text("base_variant")} value=${chosen} options=${[...own, ...builtIns].map(label)} onChange=${setChosen} />
      ${beginning.error !== null && html`<${ProblemView} error=${beginning.error} />`}
      <button type="button" disabled=${beginning.isBusy || chosen === ""} onClick=${begin}>${text("change_base")}</button>
    </div>
  `;
}
