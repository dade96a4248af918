// @ts-check
/** How many of declared fan count toward the minimum, where not all of them do. */
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";
import { NumberInput } from "./number_input.js";
import { FAN } from "./win_draft.js";

/** @typedef {import("./win_draft.js").WinnerDraft} WinnerDraft */

/** @param {{ winner: WinnerDraft, place: string, onChange: (changes: Partial<WinnerDraft>) => void }} properties `place`: where a request has the winner */
export function TowardMinimum({ winner, place, onChange }) {
  if (typeof winner.fan !== "number") return null;
  return html`<${NumberInput} label=${text("toward_minimum")} limits=${FAN} place=${`${place}/declared`} value=${winner.towardMinimum}
    onInput=${(/** @type {string} */ towardMinimum) => onChange({ towardMinimum })} />`;
}
