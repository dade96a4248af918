// @ts-check
/** Texts of links that let others in, and of the screen of the hall. */
export const SHARE_TEXTS = /** @type {const} */ ({
  live: ["● live", "● 即時"],
  as_of: ["No connection: as of {time}", "未連線：{time} 嘅情況"],

  share: ["Let others in", "畀人入嚟"],
  share_what: ["Whoever has the link needs no account. You can revoke it.", "有連結就唔使戶口。你可以隨時收回。"],
  share_name: ["For whom", "畀邊個"],
  share_look: ["To look on", "淨係睇"],
  share_record: ["To record in this match until it ends", "可以記分，直到完場"],
  share_use: ["What for", "做乜"],
  share_make: ["Make a link", "整連結"],
  share_once: ["This link is shown once. Scan it, or copy it.", "呢個連結淨係顯示一次。掃佢，或者複製。"],
  share_code: ["QR code of the link", "連結嘅 QR code"],
  share_copy: ["Copy the link", "複製連結"],
  share_copied: ["Copied.", "已複製。"],
  share_good: ["Links that are good", "有效嘅連結"],
  share_none: ["No link is good now.", "而家冇有效嘅連結。"],
  share_revoke: ["Revoke", "收回"],
  share_revoke_of: ["Revoke the link for {name}", "收回畀 {name} 嘅連結"],
  share_until: ["until {time}", "到 {time}"],
  link_over: ["This link is over, or was revoked. Ask at the table for another one.", "呢個連結已經完咗，或者收回咗。請問枱上嘅人攞過。"],

  screen: ["Screen of the hall", "大螢幕"],
  table_number: ["Table {number}", "{number} 號枱"],
  screen_link: ["Link for a television", "畀電視嘅連結"],
  screen_name: ["Which television", "邊部電視"],
  screen_no_tables: ["No table is playing.", "而家冇枱開緊。"],
  screen_stale: ["No connection since {time}", "{time} 開始未連線"],
});
