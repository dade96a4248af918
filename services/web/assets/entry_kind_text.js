// @ts-check
/** What the entries of the ledger tell, by their kinds. */
import { text } from "./language.js";

/** @typedef {import("./api.js").Schemas["EventType"]} EntryKind */

/** @type {ReadonlyArray<EntryKind>} */
export const ENTRY_KINDS = [
  "evening.opened", "attendance.changed", "round.drawn", "round.opened", "season.opened", "season.closed",
  "tournament.opened", "entrants.changed", "tournament.round_drawn", "tournament.round_opened", "tournament.clock_changed", "penalty.given", "penalty.withdrawn", "tournament.closed",
  "match.opened", "outcome.recorded", "match.corrected", "settlement.made", "payment.recorded", "payment.reversed",
  "player.enrolled", "player.linked", "player.unlinked", "player.renamed", "player.merged", "player.unmerged", "player.erased",
  "club.founded", "club.changed", "club.handed_over", "member.set", "member.removed",
  "invitation.made", "invitation.revoked", "invitation.accepted",
  "variant.added", "variant.retired", "variant.reinstated", "text.erased",
];

/** @param {string} kind one that this page does not know is said as it is */
export function entryKindText(kind) {
  if (kind === "webhook.test") return text("webhook_test");
  const known = ENTRY_KINDS.find((one) => one === kind);
  return known ? text(/** @type {import("./language.js").TextKey} */ (`entry_${known.replace(".", "_")}`)) : kind;
}
