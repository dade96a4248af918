// @ts-check
/** Points that the players agreed on. They sum to zero. */
import { ChairPoints } from "./chair_points.js";
import { Choice } from "./choice.js";
import { html } from "./htm_preact_standalone.js";
import { text } from "./language.js";

/** @typedef {import("./outcome_draft.js").AgreedDraft} AgreedDraft */

/** @param {{ draft: AgreedDraft, names: Map<number, string>, onChange: (draft: AgreedDraft) => void }} properties */
export const AgreedForm = ({ draft, names, onChange }) => html`
  <${ChairPoints} legend=${text("agreed_points")} names=${names} points=${draft.points} onChange=${(/** @type {string[]} */ points) => onChange({ ...draft, points })} />
  <${Choice} name="agreedWinner" legend=${text("counts_as_won_by")} value=${draft.winner} options=${[[0, text("nobody")], ...names]}
    onChange=${(/** @type {number} */ winner) => onChange({ ...draft, winner })} />
`;
