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
  next_round: ["The next round", "下一圈"],
  players_to_come: ["A round needs four players: {count} to come.", "要四個人先開到枱，仲差 {count} 個。"],
  draw_round: ["Draw the next round", "抽位"],
  draw_again: ["Draw this round again", "再抽過"],
  open_matches: ["Open the matches of this round", "開枱"],
  round_number: ["Round {round}", "第 {round} 輪"],
  sits_out: ["Sits out: {names}", "呢輪等位：{names}"],
  present_count: ["Who is there: {count}", "到咗：{count} 人"],
  settle_evening: ["Settle the evening", "今晚結數"],
  work_out_again: ["Work it out again", "再計過"],
  where_do_i_sit: ["Where do I sit?", "我坐邊？"],
  qr_of_evening: ["A QR code of this page", "呢頁嘅 QR code"],
  how_it_was_drawn: ["How it was drawn", "點樣抽"],
  seed_hash_is: ["Published when the evening was opened, SHA-256 of the first seed:", "開局時公佈，第一個種子嘅 SHA-256："],
  seed_of_round: ["Seed of round {round}:", "第 {round} 輪嘅種子："],
});

addTexts(EVENING_TEXTS);
