// @ts-check
/** Texts of the pages about evenings. */
import { addTexts } from "./language.js";

export const EVENING_TEXTS = /** @type {const} */ ({
  no_evenings: ["No evening yet", "未開過局"],
  evening_day: ["Day", "日子"],
  evening_hall: ["Where (may stay empty)", "喺邊（可以唔填）"],
  evening_tables: ["Names of the tables, with commas between them (may stay empty)", "枱名，用逗號分開（可以唔填）"],
  open_evening: ["Open an evening", "開新局"],
  no_round_yet: ["No round is drawn yet.", "未抽位。"],
  replay_round: ["Play void matches again", "重打作廢嘅局"],
  replay_warning: ["At each table of this round whose match is void, another match is opened instead of it.", "呢輪入面作廢嘅枱，會開一局新嘅代替。"],
  next_round: ["The next round", "下一圈"],
  players_to_come: ["A round needs four players: {count} to come.", "要四個人先開到枱，仲差 {count} 個。"],
  draw_round: ["Draw the next round", "抽位"],
  one_table_plays: ["1 table still plays: {names}.", "仲有 1 張枱未打完：{names}。"],
  tables_play: ["{count} tables still play: {names}.", "仲有 {count} 張枱未打完：{names}。"],
  still_plays_one: ["1 table still plays.", "仲有 1 張枱未打完。"],
  still_play: ["{count} tables still play.", "仲有 {count} 張枱未打完。"],
  settle_meanwhile_warning: ["What they come to is settled later.", "佢哋嘅數遲啲再結。"],
  draw_meanwhile_warning: [
    "The round is drawn although these tables still play: by what they have played so far, and everybody gets a new seat. Their matches and their clock go on.",
    "呢啲枱未打完就抽：照到而家為止嘅成績，人人有新位。佢哋嘅牌局同計時照行。",
  ],
  round_plays_on: ["Round {round}, still playing", "第 {round} 輪，仲打緊"],
  lacks_before: ["Draw this round again, among those who are there.", "請用在場嘅人再抽過呢輪。"],
  lacks_while_playing: ["Record a substitution in this match; or declare it void, and play the table again.", "請喺呢局記換人；或者宣佈呢局作廢，再重打。"],
  open_match_of_table: ["To the match", "去呢局"],
  draw_again: ["Draw this round again", "再抽過"],
  open_matches: ["Open the matches of this round", "開枱"],
  other_terms: ["Round {round} was played by other terms: {variant}, {stake}.", "第 {round} 輪唔係咁打：{variant}，{stake}。"],
  terms_for_points: ["for points", "淨計分"],
  terms_per_point: ["{money} per point", "一分 {money}"],
  round_number: ["Round {round}", "第 {round} 輪"],
  sits_out: ["Sits out: {names}", "呢輪等位：{names}"],
  present_count: ["Who is there: {count}", "到咗：{count} 人"],
  checks_unsent: ["Not sent yet: {count}", "未傳送：{count} 個"],
  check_unsent: ["{name} (not sent yet)", "{name}（未傳送）"],
  settle_evening: ["Settle the evening", "今晚結數"],
  work_out_again: ["Work it out again", "再計過"],
  where_do_i_sit: ["Where do I sit?", "我坐邊？"],
  qr_of_evening: ["A QR code of this page", "呢頁嘅 QR code"],
  how_it_was_drawn: ["How it was drawn", "點樣抽"],
  seed_hash_is: ["Published when the evening was opened, SHA-256 of the first seed:", "開局時公佈，第一個種子嘅 SHA-256："],
  seed_of_round: ["Seed of round {round}:", "第 {round} 輪嘅種子："],
});

addTexts(EVENING_TEXTS);
