// @ts-check
/** What was special about a win: a robbed kong, a replacement tile, the first turn, the last tile. */
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @typedef {import("./win_draft.js").WinDraft} WinDraft */
/** @typedef {import("./match_variant.js").VariantDocument} VariantDocument */

const KONGS = /** @type {const} */ (["added_kong", "concealed_kong", "exposed_kong"]);

/** @param {{ draft: WinDraft, variant: VariantDocument | null, onChange: (draft: WinDraft) => void }} properties */
export function WinCircumstances({ draft, variant, onChange }) {
  const { from, robbedKong, firstTurn, lastTile } = draft;
  /** @param {Partial<WinDraft>} changes */
  const change = (changes) => onChange({ ...draft, ...changes });
  const kongs = KONGS.filter((kong) => variant === null || variant.robbed_kongs.includes(kong) || kong === robbedKong);
  const isFromOther = typeof from === "number";
  return html`
    ${isFromOther &&
    kongs.length > 0 &&
    html`<${Choice} name="robbedKong" place="/robbed_kong" legend=${text("robbed_kong")} value=${robbedKong} options=${[["", text("none")], ...kongs.map((kong) => [kong, text(kong)])]}
      onChange=${(/** @type {WinDraft["robbedKong"]} */ value) => change({ robbedKong: value })} />`}
    ${from === "self" && html`<${SelfDraw} draft=${draft} variant=${variant} change=${change} />`}
    <${Choice} name="firstTurn" place="/first_turn" legend=${text("first_turn")} value=${firstTurn} onChange=${(/** @type {WinDraft["firstTurn"]} */ value) => change({ firstTurn: value })}
      options=${[["", text("none")], ["heaven", text("heaven")], ["earth", text("earth")], ["man", text("man")]]} />
    <label class="check"><input type="checkbox" checked=${lastTile} data-place="/last_tile" onChange=${() => change({ lastTile: !lastTile })} /> ${text("last_tile")}</label>
  `;
}

/** @param {{ draft: WinDraft, variant: VariantDocument | null, change: (changes: Partial<WinDraft>) => void }} properties */
function SelfDraw({ draft, variant, change }) {
  const { replacement, isByBonusTiles } = draft;
  const canBeByBonusTiles = variant === null || (variant.bonus_tile_wins ?? []).length > 0 || isByBonusTiles;
  return html`
    ${!isByBonusTiles &&
    html`<${Choice} name="replacement" place="/replacement" legend=${text("replacement")} value=${replacement} onChange=${(/** @type {WinDraft["replacement"]} */ value) => change({ replacement: value })}
      options=${[["", text("none")], ["bonus_tile", text("after_bonus_tile")], ["kong", text("after_kong")], ["second_kong", text("after_second_kong")]]} />`}
    ${canBeByBonusTiles &&
    html`<label class="check">
      <input type="checkbox" checked=${isByBonusTiles} data-place="/won_by" onChange=${() => change({ isByBonusTiles: !isByBonusTiles })} /> ${text("won_by_bonus_tiles")}
    </label>`}
  `;
}
