// @ts-check
/** Texts of the pages about a season: players, money and files. They come with these pages only. */
import { addTexts } from "./language.js";

export const SEASON_TEXTS = /** @type {const} */ ({
  settle: ["Settle this", "就咁找"],
  nothing_open: ["Nothing is open: everybody is even.", "冇數未清。"],
  balances: ["What is open in {currency}", "未清嘅 {currency}"],
  unsettled: ["Not settled", "未結"],
  unpaid: ["Not paid", "未找"],
  would_pay: ["Who would pay whom", "點找法"],
  pays_whom: ["{from} pays {to} {amount}", "{from} 畀 {to} {amount}"],
  owes_whom: ["{from} owes {to} {amount}", "{from} 欠 {to} {amount}"],
  paid_whom: ["{from} paid {to} {amount} on {day}", "{day} {from} 畀咗 {to} {amount}"],
  house: ["The house", "會"],
  settlements: ["Settlements", "結數紀錄"],
  no_settlements: ["No settlement yet", "未結過數"],
  all_paid: ["all paid", "已經找清"],
  not_all_paid: ["not all paid", "未找清"],
  paid: ["paid", "已找"],
  still_open: ["{amount} open", "仲差 {amount}"],
  is_paid: ["Paid", "找咗"],
  mark_paid: ["{what}: it was paid", "{what}：找咗"],
  payments_made: ["Payments", "找數紀錄"],
  reverse: ["Reverse", "取消呢筆"],
  reverse_reason: ["Why it never was", "點解冇呢筆"],
  reversed: ["reversed", "已取消"],

  over_time: ["Points over time", "分數走勢"],
  over_time_of: ["Points in all after each of {count} matches; {points} in the end", "{count} 場之後嘅總分，最後係 {points}"],
  as_table: ["As a table", "用表睇"],
  played_on: ["Played on", "日期"],
  points_gained: ["Points", "分"],
  in_all: ["In all", "累計"],
  rates: ["How they play", "打法"],
  win_rate: ["Hands won", "食糊率"],
  self_draw_rate: ["Of those by self-draw", "自摸率"],
  deal_in_rate: ["Hands dealt in", "出銃率"],
  matches_and_hands: ["{matches} matches, {hands} hands", "{matches} 場，{hands} 舖"],
  average_fan: ["{fan} fan on average", "平均 {fan} 番"],
  places: ["Places", "名次"],
  place: ["Place {place}", "第 {place} 名"],
  patterns_won: ["Patterns won", "食過嘅番種"],
  best_hand: ["Best hand", "最大一舖"],
  against: ["With whom", "同邊個打"],

  export_standings: ["Standings (CSV)", "排名（CSV）"],
  export_hands: ["All hands (CSV)", "全部牌局（CSV）"],
  export_payments: ["All payments (CSV)", "全部找數（CSV）"],
  export_ledger: ["The ledger", "帳簿"],
  export_ledger_what: [
    "The ledger proves, without the server and without trusting it, that every hand was scored by its rules and that nothing was altered or removed: faan audit verify.",
    "帳簿唔使信伺服器都證明到每一舖都跟規則計，冇改過亦冇刪過：faan audit verify。",
  ],
  save_file: ["Save", "儲存"],
  save_what: ["{what}: save", "{what}：儲存"],
});

addTexts(SEASON_TEXTS);
