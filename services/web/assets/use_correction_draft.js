// @ts-check
/** The changes that are planned for a match. They are kept, so that whoever goes back to the sheet for the next one loses none of them. */
import { NOTHING_PLANNED, withChange } from "./correction_draft.js";
import { useState } from "./htm_preact_standalone.js";
import { keepCorrection, keptCorrection } from "./kept_draft.js";

/** @typedef {import("./correction_draft.js").Change} Change */
/** @typedef {import("./correction_draft.js").Planned} Planned */
/** @typedef {ReturnType<typeof useCorrectionDraft>} CorrectionDraft */

/** @param {string} match its path */
export function useCorrectionDraft(match) {
  const [planned, setPlanned] = useState(() => keptCorrection(match) ?? NOTHING_PLANNED);
  /** @param {Planned} next */
  const keep = (next) => {
    const isNothing = next.changes.length === 0;
    keepCorrection(match, isNothing ? null : next);
    setPlanned(isNothing ? NOTHING_PLANNED : next);
  };
  return {
    ...planned,
    /** @param {Change[]} changes @param {string} reason */
    plan: (changes, reason) => keep({ changes: changes.reduce(withChange, planned.changes), reason }),
    /** @param {Change} change */
    unplan: (change) => keep({ ...planned, changes: planned.changes.filter((other) => other !== change) }),
    /** @param {string} reason */
    setReason: (reason) => keep({ ...planned, reason }),
    discard: () => keep(NOTHING_PLANNED),
  };
}
