// @ts-check
/** Texts that the pages of a club's organization share. */
export const ORGANIZATION_TEXTS = /** @type {const} */ ({
  page_title: ["{club}: {page}", "{club}：{page}"],
  nav_label: ["Pages of the club", "呢個會嘅頁面"],
  nav_club: ["The club", "會頁"],
  members: ["Members", "會員"],
  keys_and_webhooks: ["Keys and webhooks", "金鑰同 webhook"],
  ledger_and_audits: ["Ledger and audits", "帳簿同查核"],
  my_account: ["My account", "我嘅戶口"],
  not_a_member: ["You are not a member of this club.", "你唔係呢個會嘅會員。"],
  not_for_role: ["This page is for owners of the club.", "呢版係畀會主用嘅。"],
  role_owner: ["owner", "會主"],
  role_scorer: ["scorer", "記分員"],
  role_player: ["player", "牌友"],
  role_auditor: ["auditor", "查核員"],
  sure: ["Yes: {action}", "係：{action}"],
  keep_as_it_is: ["No, leave it as it is", "唔係，唔好郁"],
  copy: ["Copy", "複製"],
  copied: ["It is copied.", "已經複製。"],
  shown_once: ["It is shown this once, and cannot be read again.", "只會顯示呢一次，之後睇唔返。"],
  kept_it: ["I have kept it", "我已經儲存好"],
});
