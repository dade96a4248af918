// @ts-check
/** What the entries of the ledger tell, by their kinds. */
import { isChinese, text } from "./language.js";

/** @typedef {import("./api.js").Schemas["EventType"]} EntryKind */

/** A kind without a text fails the check of the types. @type {Readonly<Record<EntryKind, readonly [english: string, chinese: string]>>} */
const TEXTS = {
  "evening.opened": ["evening opened", "開雀局"],
  "attendance.changed": ["players came or left", "報到或者離場"],
  "round.drawn": ["seats drawn", "抽位"],
  "round.opened": ["round started", "開始一輪"],
  "tables.replayed": ["tables played again", "重打作廢嘅枱"],
  "season.opened": ["season opened", "開季"],
  "season.closed": ["season closed", "封季"],
  "tournament.opened": ["tournament opened", "開比賽"],
  "entrants.changed": ["entrants of a tournament changed", "比賽報名或者報到"],
  "tournament.round_drawn": ["round of a tournament drawn", "比賽抽位"],
  "tournament.round_opened": ["round of a tournament started", "比賽開始一輪"],
  "tournament.clock_changed": ["clock of a tournament changed", "比賽計時"],
  "penalty.given": ["penalty given in a tournament", "比賽罰分"],
  "penalty.withdrawn": ["penalty withdrawn in a tournament", "比賽罰分撤回"],
  "tournament.closed": ["tournament closed", "比賽完咗"],
  "match.opened": ["match opened", "開枱"],
  "outcome.recorded": ["hand or other outcome recorded", "記一舖"],
  "match.corrected": ["match corrected", "改牌局"],
  "match.declared": ["match declared void, or to count again", "牌局作廢或者恢復"],
  "settlement.made": ["settlement made", "結數"],
  "payment.recorded": ["payment recorded", "記找數"],
  "payment.reversed": ["payment reversed", "取消找數"],
  "player.enrolled": ["player enrolled", "加牌友"],
  "player.linked": ["player linked to an account", "牌友連埋戶口"],
  "player.unlinked": ["player no longer linked", "牌友唔再連戶口"],
  "player.renamed": ["player renamed", "牌友改名"],
  "player.merged": ["players merged", "牌友合併"],
  "player.unmerged": ["merge of players taken back", "取消牌友合併"],
  "player.erased": ["player erased", "牌友刪除"],
  "club.founded": ["club founded", "成立會"],
  "club.changed": ["club changed", "會資料改咗"],
  "club.handed_over": ["club handed over", "個會交咗畀人"],
  "member.set": ["role of a member", "會員身份"],
  "member.removed": ["member removed", "會員移除"],
  "invitation.made": ["invitation made", "整邀請"],
  "invitation.revoked": ["invitation revoked", "取消邀請"],
  "invitation.accepted": ["invitation accepted", "接受邀請"],
  "variant.added": ["variant added", "加玩法"],
  "variant.retired": ["variant retired", "停用玩法"],
  "variant.reinstated": ["variant reinstated", "恢復玩法"],
  "text.erased": ["text erased", "刪除文字"],
};

export const ENTRY_KINDS = /** @type {ReadonlyArray<EntryKind>} */ (Object.keys(TEXTS));

/** @param {string} kind one that this page does not know is said as it is */
export function entryKindText(kind) {
  if (kind === "webhook.test") return text("webhook_test");
  const known = ENTRY_KINDS.find((one) => one === kind);
  return known ? TEXTS[known][isChinese() ? 1 : 0] : kind;
}
