// @ts-check
/** What a variant is called, and where its rules come from. */
import { FieldProblems } from "./field_problems.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberField } from "./number_field.js";
import { WordsField } from "./words_field.js";

const NAMES = [["name", "english"], ["name", "traditional_chinese"], ["name", "jyutping"]];

/** @param {{ editor: import("./variant_document.js").Editor }} properties */
export const VariantNameFields = ({ editor }) => html`
  <div class="fields">
    <${WordsField} editor=${editor} place=${["name", "english"]} label=${text("rule_name_english")} />
    <${WordsField} editor=${editor} place=${["name", "traditional_chinese"]} label=${text("rule_name_chinese")} isOptional />
    <${WordsField} editor=${editor} place=${["name", "jyutping"]} label=${text("rule_jyutping")} isOptional />
    <${FieldProblems} editor=${editor} place=${["name"]} parts=${NAMES} />
    <${WordsField} editor=${editor} place=${["id"]} label=${text("rule_id")} />
    <${NumberField} editor=${editor} place=${["version"]} label=${text("rule_version")} />
  </div>
  <${WordsField} editor=${editor} place=${["source"]} label=${text("rule_source")} rows=${3} />
`;
