// @ts-check
/** Texts of the page that imports old results. They come with this page only. */
import { addTexts } from "./language.js";

export const IMPORT_TEXTS = /** @type {const} */ ({
  import_file: ["File (CSV or text, or Excel: .xlsx)", "檔案（CSV、文字檔或者 Excel：.xlsx）"],
  import_file_unreadable: ["The browser could not read the file. Choose it again.", "瀏覽器讀唔到個檔案，請再揀一次。"],
  import_terms: ["All matches of the file are imported with these rules and this stake.", "檔案入面全部牌局都用呢套規則同賭注匯入。"],
  import_how: ["How the file has to look", "檔案要點樣寫"],
  import_how_lines: [
    "The first line names the columns, in any order, in English or Chinese. Each line after it is a hand. The lines of a match stand for its hands in order; players and day are needed on its first line only. If only the result of a match is known, it is one line with east_points, south_points, west_points and north_points (and house_points) instead of a hand.",
    "第一行係各欄嘅名，次序隨意，中英文都得。之後每行一舖，照打牌嘅次序。牌友同日期淨係每場第一行要填。如果淨係知道一場嘅結果，就寫一行，填東家分、南家分、西家分同北家分（同埋公數），唔使填食糊嗰啲欄。",
  ],
  column_match: ["match", "場次"],
  column_played_on: ["played_on", "日期"],
  column_east: ["east", "東"],
  column_south: ["south", "南"],
  column_west: ["west", "西"],
  column_north: ["north", "北"],
  column_winner: ["winner", "食糊"],
  column_won_by: ["won_by", "食糊方式"],
  column_from: ["from", "出銃"],
  column_fan: ["fan", "番數"],
  import_column_match: ["any text that the lines of one match have in common", "同一場嘅每一行都寫一樣，寫乜都得"],
  import_column_played_on: ["the day, as 2026-11-21", "日期，例如 2026-11-21"],
  import_column_seats: ["who starts there, by their names in the club", "邊個喺嗰個位開始，寫佢喺會入面嘅名"],
  import_column_winner: ["who won; empty if nobody did", "邊個食糊；冇人食就留空"],
  import_column_won_by: [
    "how: discard, self_draw, robbed_kong or bonus_tiles; where nobody won, goulash; early_end, where a match ends early",
    "出銃、自摸、搶槓或者花糊；冇人食就寫流局；提早完場就寫提早完結",
  ],
  import_column_from: ["who discarded", "邊個出銃"],
  import_column_fan: ["a number, or limit", "數目，或者爆棚"],

  import_check: ["Check", "檢查"],
  import_found: ["What the file has", "檔案內容"],
  import_summary: [
    "Matches: {matches}. What keeps the file out: {refused}. What to look at: {suspicious}.",
    "牌局：{matches}。匯入唔到嘅原因：{refused}。要留意嘅地方：{suspicious}。",
  ],
  import_encoding: ["Encoding", "編碼"],
  import_separator: ["Separator", "分隔符號"],
  import_format: ["Format", "格式"],
  import_comma: ["comma", "逗號"],
  import_semicolon: ["semicolon", "分號"],
  import_tab: ["tab", "tab 鍵"],
  import_refused: ["What keeps it out", "匯入唔到嘅原因"],
  import_suspicious: ["What to look at", "要留意嘅地方"],
  import_line: ["Line {line}", "第 {line} 行"],
  import_more: ["There is more than this list has: {count}.", "仲有 {count} 樣未列出。"],
  import_kept_out: [
    "Nothing can be imported yet. Correct in the file what keeps it out, and choose the file again.",
    "暫時匯入唔到。請喺檔案改正，再揀一次個檔案。",
  ],
  import_stays_open: ["stays open", "未打完"],
  import_not_yet: ["cannot be imported as it is", "咁樣匯入唔到"],
  import_one: ["Import 1 match", "匯入 1 場牌局"],
  import_several: ["Import {count} matches", "匯入 {count} 場牌局"],

  import_unknown: ["Names that the club does not know", "會入面未有嘅名"],
  import_unknown_how: [
    "A name that is mistyped would become a player. So tick only the names of people who played; correct the others in the file, and choose it again.",
    "打錯嘅名都會變成牌友，所以淨係剔真係有打過嘅人；其他請喺檔案改正，再揀一次個檔案。",
  ],
  import_unknown_name: ["{name} (line {line}; matches: {count})", "{name}（第 {line} 行；{count} 場）"],
  import_alike: [
    "{name} (line {line}): the club has “{known}”, which differs only in spaces, capitals or characters that cannot be seen. Write it the same way in the file.",
    "{name}（第 {line} 行）：會入面有「{known}」，只係空格、大細楷或者睇唔見嘅字唔同。請喺檔案寫到一樣。",
  ],
  import_tick_all: ["Tick all of them", "全部剔晒"],
  import_enrol: ["Make these players, and check again: {count}", "將呢 {count} 個人加做牌友，再檢查"],

  import_done: ["Imported matches: {count}", "已經匯入 {count} 場牌局"],
  import_another: ["Import another file", "匯入另一個檔案"],

  doubt_repeated_line: ["The same as the line before", "同上一行一樣"],
  doubt_match_goes_on: ["The match is not over after this line", "牌局到呢一行都未完"],
  doubt_distant_day: ["Long before or after the matches around it", "日期同前後嘅牌局相差好遠"],
  doubt_nothing_said: ["Nothing is said of this hand", "呢一舖乜都冇寫"],
  doubt_many_fan: ["More fan than usual", "番數特別多"],
  doubt_known_match: ["The club has a match like it", "會入面已經有一場一樣嘅牌局"],
});

addTexts(IMPORT_TEXTS);
