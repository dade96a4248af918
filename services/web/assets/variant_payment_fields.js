// @ts-check
/** What a win is worth in points, and who pays how often. */
import { FieldProblems } from "./field_problems.js";
import { FlagField } from "./flag_field.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberField } from "./number_field.js";
import { ScheduleField } from "./schedule_field.js";

const LIMIT = [["limit", "points"], ["limit", "multiplied"]];
const MULTIPLIERS = /** @type {const} */ ([
  ["self_draw", "rule_pays_self_draw"],
  ["discarder", "rule_pays_discarder"],
  ["other", "rule_pays_other"],
  ["dealer", "rule_pays_dealer"],
]);

/** @param {{ editor: import("./variant_document.js").Editor }} properties */
export const VariantPaymentFields = ({ editor }) => html`
  <${ScheduleField} editor=${editor} />
  <div class="fields">
    <${NumberField} editor=${editor} place=${["cap"]} label=${text("rule_cap")} hint=${text("no_cap")} />
    <${NumberField} editor=${editor} place=${["limit", "points"]} label=${text("rule_limit_points")} hint=${text("as_the_schedule_ends")} />
    <${FlagField} editor=${editor} place=${["limit", "multiplied"]} label=${text("rule_limit_multiplied")} />
    <${FieldProblems} editor=${editor} place=${["limit"]} parts=${LIMIT} />
  </div>
  <h4>${text("how_often")}</h4>
  <div class="fields">
    ${MULTIPLIERS.map(([name, label]) => html`<${NumberField} editor=${editor} place=${["multipliers", name]} label=${text(label)} />`)}
    <${FieldProblems} editor=${editor} place=${["multipliers"]} parts=${MULTIPLIERS.map(([name]) => ["multipliers", name])} />
    <${NumberField} editor=${editor} place=${["starting_points"]} label=${text("rule_starting_points")} hint="0" />
  </div>
`;
