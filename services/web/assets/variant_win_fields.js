// @ts-check
/** What a hand needs to win, and with which tiles it is played. */
import { AnyOfField } from "./any_of_field.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberField } from "./number_field.js";
import { OneOfField } from "./one_of_field.js";

/** @typedef {import("./language.js").TextKey} TextKey */

const SHAPES = ["standard", "seven_pairs", "thirteen_orphans"];

/** @param {{ editor: import("./variant_document.js").Editor }} properties */
export const VariantWinFields = ({ editor }) => html`
  <div class="fields">
    <${NumberField} editor=${editor} place=${["minimum_fan"]} label=${text("rule_minimum_fan")} />
    <${OneOfField} editor=${editor} place=${["tiles"]} label=${text("rule_tiles")}
      options=${[[144, text("tiles_with_flowers")], [136, text("tiles_without_flowers")]]} />
  </div>
  <${AnyOfField} editor=${editor} place=${["shapes"]} label=${text("rule_shapes")} usual=${SHAPES}
    options=${SHAPES.map((shape) => [shape, text(/** @type {TextKey} */ (`shape_${shape}`))])} />
  <${AnyOfField} editor=${editor} place=${["bonus_tile_wins"]} label=${text("rule_bonus_tile_wins")}
    options=${[7, 8].map((count) => [count, text("bonus_tile_count", { count })])} />
  <${AnyOfField} editor=${editor} place=${["man_wins"]} label=${text("rule_man_wins")} usual=${["self_draw"]}
    options=${[["self_draw", text("self_draw")], ["discard", text("man_by_discard")], ["dealer_discard", text("man_by_dealer_discard")]]} />
`;
