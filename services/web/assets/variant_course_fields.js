// @ts-check
/** Claims, kongs that may be robbed, when the deal stays, false mahjong and liabilities. */
import { AnyOfField } from "./any_of_field.js";
import { FieldProblems } from "./field_problems.js";
import { FlagField } from "./flag_field.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { LiabilitiesField } from "./liabilities_field.js";
import { NumberField } from "./number_field.js";
import { OneOfField } from "./one_of_field.js";
import { listAt } from "./variant_document.js";

const CLAIMS = [["claims", "several"], ["claims", "miss_win"]];
const DEAL = [["deal", "stays_after"], ["deal", "last_deal_stays_after"], ["deal", "most_hands"], ["deal", "rounds"]];
const FALSE_MAHJONG = [["false_mahjong", "rule"], ["false_mahjong", "points"]];

/** @param {{ editor: import("./variant_document.js").Editor }} properties */
export function VariantCourseFields({ editor }) {
  const several = [["nearest", text("several_nearest")], ["best", text("several_best")], ["all", text("several_all")]];
  const kongs = [["exposed_kong", text("exposed_kong")], ["added_kong", text("added_kong")], ["concealed_kong", text("concealed_kong")]];
  const stays = [["dealer_win", text("stays_dealer_win")], ["goulash", text("goulash")], ["false_mahjong", text("line_false_mahjong")]];
  const falseMahjong = [["points", text("false_mahjong_is_paid")], ["open_hand", text("false_mahjong_open_hand")]];
  return html`
    <div class="fields">
      <${OneOfField} editor=${editor} place=${["claims", "several"]} label=${text("rule_several")} options=${several} />
      <${FlagField} editor=${editor} place=${["claims", "miss_win"]} label=${text("rule_miss_win")} />
      <${FieldProblems} editor=${editor} place=${["claims"]} parts=${CLAIMS} />
    </div>
    <${AnyOfField} editor=${editor} place=${["robbed_kongs"]} label=${text("rule_robbed_kongs")} options=${kongs} />
    <${AnyOfField} editor=${editor} place=${["deal", "stays_after"]} label=${text("rule_stays_after")} options=${stays} />
    <${AnyOfField} editor=${editor} place=${["deal", "last_deal_stays_after"]} label=${text("rule_last_deal_stays_after")} options=${stays}
      usual=${listAt(editor.document, ["deal", "stays_after"])} />
    <div class="fields">
      <${NumberField} editor=${editor} place=${["deal", "most_hands"]} label=${text("rule_most_hands")} hint=${text("no_limit")} />
      <${FlagField} editor=${editor} place=${["deal", "rounds"]} label=${text("rule_rounds")} isUsual />
      <${FieldProblems} editor=${editor} place=${["deal"]} parts=${DEAL} />
      <${OneOfField} editor=${editor} place=${["false_mahjong", "rule"]} label=${text("rule_false_mahjong")} options=${falseMahjong} usual="points" />
      <${NumberField} editor=${editor} place=${["false_mahjong", "points"]} label=${text("rule_false_mahjong_points")} hint=${text("as_the_table_states")} />
      <${FieldProblems} editor=${editor} place=${["false_mahjong"]} parts=${FALSE_MAHJONG} />
    </div>
    <${LiabilitiesField} editor=${editor} />
  `;
}
