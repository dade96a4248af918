// @ts-check
/** What is stated at a table and not recorded yet, so that a reload and the way back in the browser lose none of it. Each page of a browser has its own. */

/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */
/** What is stated, and of which hand. @typedef {{ number: number, draft: OutcomeDraft }} KeptDraft */

/** The number changes when what is kept has another shape. */
const DRAFTS = "faan-draft-";
const KEPT = `${DRAFTS}2:`;
const UNSURE = "faan-unsure-1:";
const CORRECTION = "faan-correction-1:";

/** @param {string} place @param {unknown} value null if there is nothing to keep */
function keep(place, value) {
  try {
    if (value === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    // Then a reload loses it, as it loses everything in such a browser.
  }
}

/** @param {string} place @returns what was kept there, or null */
function kept(place) {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match its path @param {KeptDraft | null} draft null if nothing is stated */
export const keepDraft = (match, draft) => keep(KEPT + match, draft);

/** @param {string} match its path @returns {KeptDraft | null} */
export const keptDraft = (match) => kept(KEPT + match);

/**
 * What is no hand, while it is not known to be at the server: its content and key, if it is sent at once; and how the match was when it was begun
 * (`Begun`). @typedef {{ version: number, seen: string[], content: string, key: string }} Unsure
 */

/** @param {string} match its path @param {Unsure | null} unsure */
export const keepUnsure = (match, unsure) => keep(UNSURE + match, unsure);

/** @param {string} match its path @returns {Unsure | null} */
export const keptUnsure = (match) => kept(UNSURE + match);

/** @param {string} match its path @param {import("./correction_draft.js").Planned | null} planned null if nothing is planned */
export const keepCorrection = (match, planned) => keep(CORRECTION + match, planned);

/** @param {string} match its path @returns {import("./correction_draft.js").Planned | null} */
export const keptCorrection = (match) => kept(CORRECTION + match);

/** Whoever signs out leaves nothing behind. */
export function forgetDrafts() {
  try {
    const isKept = (/** @type {string} */ place) => [DRAFTS, UNSURE, CORRECTION].some((kind) => place.startsWith(kind));
    for (const place of Object.keys(sessionStorage)) if (isKept(place)) sessionStorage.removeItem(place);
  } catch {
    // Nothing was kept.
  }
}
