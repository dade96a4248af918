// @ts-check
/** The words of audits: what is checked, what is not, and what can be wrong. */
import { text } from "./language.js";

/** @typedef {import("./language.js").TextKey} TextKey */

/** @type {Record<string, TextKey>} */
const CHECKS = {
  signatures: "check_signatures",
  tree: "check_tree",
  order: "check_order",
  club: "check_club",
  matches: "check_matches",
  scores: "check_scores",
  settlements: "check_settlements",
  kept_checkpoints: "check_kept_checkpoints",
  openings: "check_openings",
  in_directory: "check_in_directory",
  witnesses: "check_witnesses",
  directory: "check_directory",
  projections: "check_projections",
};

/** @type {Record<string, TextKey>} */
const GAPS = {
  later_entries: "gap_later_entries",
  scores: "gap_scores",
  declared_results: "gap_declared_results",
  other_histories: "gap_other_histories",
  directory: "gap_directory",
  retired_keys: "gap_retired_keys",
  names: "gap_names",
  unsigned_entries: "gap_unsigned_entries",
  projections: "gap_projections",
};

/** In Chinese; in English the server says it. @type {Record<string, string>} */
const FAILURES = {
  cut_off: "記錄未完就斷咗。",
  unreadable: "有資料讀唔到。",
  given_up: "試咗幾次都查唔完。",
  signature: "檢查點嘅簽名係假嘅。",
  unknown_key: "檢查點唔係用識得嘅金鑰簽。",
  retired_key: "有記錄遲過簽佢嗰條金鑰停用。",
  root: "記錄同檢查點唔夾。",
  two_histories: "簽咗兩份唔同嘅歷史。",
  misfiled: "檢查點放錯咗位。",
  older_than_known: "有記錄唔見咗：檢查點嘅記錄多過而家。",
  opening: "文字同記錄嘅承諾唔夾。",
  openings: "有文字讀唔到。",
  directory: "目錄唔啱，或者證明唔到。",
  witnesses: "見證人唔夠。",
  hash: "記錄嘅內容被改過。",
  malformed: "記錄嘅格式唔啱。",
  other_club: "記錄係另一個會嘅。",
  sequence: "記錄嘅次序唔啱。",
  time: "記錄嘅時間唔啱。",
  variant: "規則文件唔啱。",
  unfounded: "記錄講嘅嘢之前冇。",
  refused: "規則唔容許呢個記錄。",
  match: "記錄同牌局唔夾。",
  payment: "記錄同找數唔夾。",
  settlement: "記錄同結數唔夾。",
  differs: "重新計出嚟唔同。",
  changed_meanwhile: "查嘅時候有資料改過。",
  not_permitted: "記錄嘅人冇呢個權。",
  unknown_version: "記錄嘅版本唔識。",
  unknown_kind: "記錄嘅種類唔識。",
  unknown_field: "記錄有一項唔識。",
  unknown_word: "記錄有一個字眼唔識。",
  unknown_semantics: "規則嘅版本唔識。",
};

/** @param {Record<string, TextKey>} words @param {string} word one that this page does not know is said as it is */
const wordText = (words, word) => (Object.hasOwn(words, word) ? text(/** @type {TextKey} */ (words[word])) : word);

/** @param {string} check */
export const checkText = (check) => wordText(CHECKS, check);
/** @param {string} gap */
export const gapText = (gap) => wordText(GAPS, gap);
/** @param {string} code */
export const failureText = (code) => (Object.hasOwn(FAILURES, code) ? FAILURES[code] : "");
