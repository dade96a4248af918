// @ts-check
/** Texts of one's account. */
export const ACCOUNT_TEXTS = /** @type {const} */ ({
  account_name: ["Name", "名"],
  account_since: ["Account since", "開戶口日期"],
  change_password: ["Change the password", "改密碼"],
  password_now: ["Password that you have", "而家嘅密碼"],
  password_new: ["New password", "新密碼"],
  change_password_hint: ["Every other device is signed out.", "其他裝置會登出。"],
  password_changed: ["The password is changed, and every other device is signed out.", "改咗密碼，其他裝置已經登出。"],

  identities: ["Identities of another service", "其他服務嘅身份"],
  identity_linked: ["linked {moment}", "{moment} 連埋"],
  unlink_identity: ["Unlink", "唔再連"],
  unlink_identity_warning: ["Nobody comes in to this account by it any more.", "之後冇人可以用佢入呢個戶口。"],

  erase_account: ["Erase the account", "刪除戶口"],
  erase_account_hint: [
    "Your e-mail address, password and name are deleted, you leave all clubs, and players are no longer linked to you. What you recorded stays in the ledgers, under a number. The names of players belong to the clubs: erase your own first, among the members of each club.",
    "你嘅電郵、密碼同名會刪除，退出所有會，牌友亦唔再連住你。你記過嘅嘢會留喺帳簿，淨係得個編號。牌友名屬於各個會，要先去每個會嘅會員頁刪除自己嗰個。",
  ],
  erase_account_warning: ["The account {email} is gone for good, at once. It cannot be undone.", "戶口 {email} 會即刻永久刪除，改唔返。"],
  password_to_erase: ["Your password, once more", "再入一次密碼"],
  only_owner_of: ["Clubs that have no other owner:", "冇第二個會主嘅會："],

  account_log: ["Who came in", "登入記錄"],
  account_log_hint: ["If there is something that you did not do, change your password: that signs out everybody else.", "有啲嘢唔係你做嘅話，改密碼：其他人會即刻登出。"],
  account_signed_in: ["signed in", "登入"],
  account_sign_in_failed: ["a wrong password was tried", "有人試錯密碼"],
  account_signed_out: ["signed out", "登出"],
  account_token_reused: ["a session was ended because its token was used twice", "憑證用咗兩次，所以登出"],
  account_password_changed: ["password changed", "改密碼"],
  account_password_reset: ["password reset by the operator of the service", "營運嘅人重設密碼"],
  account_identity_linked: ["identity linked", "連埋其他身份"],
  account_identity_unlinked: ["identity unlinked", "唔再連其他身份"],
});
