// @ts-check
/** What concerned the access to a club. */
import { ENTRY_KINDS, entryKindText } from "./entry_kind_text.js";
import { text } from "./language.js";

/** Those that no entry of the ledger tells. */
const OTHERS = /** @type {const} */ ([
  "api_key_made", "api_key_revoked", "ledger_exported", "openings_exported", "webhook_made", "webhook_changed", "webhook_deleted",
  "hands_exported", "payments_exported", "standings_exported",
]);

/** @param {string} kind one that this page does not know is said as it is */
export function accessKindText(kind) {
  const other = OTHERS.find((one) => one === kind);
  if (other) return text(`access_${other}`);
  const entry = ENTRY_KINDS.find((one) => one.replace(".", "_") === kind);
  return entry ? entryKindText(entry) : kind;
}
