// @ts-check
/** How many of declared fan count toward the minimum, where not all of them do. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { PointsInput } from "./points_input.js";

/** @typedef {import("./win_draft.js").WinnerDraft} WinnerDraft */

/** @param {{ winner: WinnerDraft, onChange: (changes: Partial<WinnerDraft>) => void }} properties */
export function TowardMinimum({ winner, onChange }) {
  if (typeof winner.fan !== "number") return null;
  return html`<${PointsInput} label=${text("toward_minimum")} min=${0} value=${winner.towardMinimum}
    onChange=${(/** @type {string} */ towardMinimum) => onChange({ towardMinimum })} />`;
}
