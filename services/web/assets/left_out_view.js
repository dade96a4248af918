// @ts-check
/** What a link says besides the hand that was made of it. */
import { html } from "./htm_preact_standalone.js";
import { listed, text, tileName } from "./language.js";

/** As much of what cannot be read is repeated. */
const LONGEST = 40;

/** @param {string[]} names */
function counted(names) {
  const distinct = [...new Set(names)];
  return distinct.map((name) => {
    const count = names.filter((other) => other === name).length;
    return count === 1 ? name : `${name} × ${count}`;
  });
}

/** @param {{ leftOut: import("./link.js").LeftOut }} properties */
export function LeftOutView({ leftOut }) {
  const { tiles, unreadable } = leftOut;
  if (tiles.length === 0 && unreadable.length === 0) return null;
  return html`
    <div class="problem" role="alert">
      ${tiles.length > 0 && html`<p>${text("link_beyond", { tiles: listed(counted(tiles.map(tileName))) })}</p>`}
      ${unreadable.length > 0 && html`<p>${text("link_unreadable", { what: listed(counted(unreadable.map((part) => `“${part.slice(0, LONGEST)}”`))) })}</p>`}
    </div>
  `;
}
