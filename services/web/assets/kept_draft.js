// @ts-check
/** What is stated at a table and not recorded yet, so that a reload and the way back in the browser lose none of it. Each page of a browser has its own. */

/** @typedef {import("./outcome_draft.js").OutcomeDraft} OutcomeDraft */
/** What is stated, and of which hand. @typedef {{ number: number, draft: OutcomeDraft }} KeptDraft */

/** The number changes when what is kept has another shape. */
const KEPT = "faan-draft-1:";
const UNSURE = "faan-unsure-1:";
const CORRECTION = "faan-correction-1:";

/** @param {string} match its path @param {KeptDraft | null} kept null if nothing is stated */
export function keepDraft(match, kept) {
  try {
    if (kept === null) sessionStorage.removeItem(KEPT + match);
    else sessionStorage.setItem(KEPT + match, JSON.stringify(kept));
  } catch {
    // Then a reload loses it, as it loses everything in such a browser.
  }
}

/** @param {string} match its path @returns {KeptDraft | null} */
export function keptDraft(match) {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + match) ?? "null");
  } catch {
    return null;
  }
}

/**
 * What is recorded at once, while it is not known to be at the server: its content and key; and how the match was when it was begun, with the
 * penalties that it had. @typedef {{ version: number, seen: string[], content: string, key: string }} Unsure
 */

/** @param {string} match its path @param {Unsure | null} unsure */
export function keepUnsure(match, unsure) {
  try {
    if (unsure === null) sessionStorage.removeItem(UNSURE + match);
    else sessionStorage.setItem(UNSURE + match, JSON.stringify(unsure));
  } catch {
    // Then the draft is lost as well.
  }
}

/** @param {string} match its path @returns {Unsure | null} */
export function keptUnsure(match) {
  try {
    return JSON.parse(sessionStorage.getItem(UNSURE + match) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match its path @param {import("./correction_draft.js").Planned | null} planned null if nothing is planned */
export function keepCorrection(match, planned) {
  try {
    if (planned === null) sessionStorage.removeItem(CORRECTION + match);
    else sessionStorage.setItem(CORRECTION + match, JSON.stringify(planned));
  } catch {
    // Then a reload loses it.
  }
}

/** @param {string} match its path @returns {import("./correction_draft.js").Planned | null} */
export function keptCorrection(match) {
  try {
    return JSON.parse(sessionStorage.getItem(CORRECTION + match) ?? "null");
  } catch {
    return null;
  }
}

/** Whoever signs out leaves nothing behind. */
export function forgetDrafts() {
  try {
    const isKept = (/** @type {string} */ place) => [KEPT, UNSURE, CORRECTION].some((kind) => place.startsWith(kind));
    for (const place of Object.keys(sessionStorage)) if (isKept(place)) sessionStorage.removeItem(place);
  } catch {
    // Nothing was kept.
  }
}
