// @ts-check
/** Texts of the pages about the seasons of a league. */
import { addTexts } from "./language.js";

export const LEAGUE_TEXTS = /** @type {const} */ ({
  no_seasons: ["No season yet", "未開過季"],
  open_season: ["Open a season", "開新一季"],
  season_name: ["Name", "名"],
  season_from: ["First day", "第一日"],
  season_until: ["Last day", "最後一日"],
  season_unfinished: ["Matches that are not over", "未打完嘅牌局"],
  unfinished_count: ["count as they stand", "照現時計"],
  unfinished_leave_out: ["do not count", "唔計"],
  season_best: ["Count only the best … matches of each player (may stay empty)", "每人只計最好嘅…局（可以唔填）"],
  season_minimum: ["Least number of matches for a rank (may stay empty)", "打幾多局先有名次（可以唔填）"],
  teams_and_handicaps: ["Teams and handicaps", "隊伍同讓分"],
  season_players_how: ["Players with the same team are added up together. Leave empty what does not apply.", "填同一隊名嘅牌友會一齊計分。唔適用就留空。"],
  season_team: ["Team", "隊"],
  season_handicap_points: ["Handicap", "讓分"],
  season_days: ["{from} to {until}", "{from} 至 {until}"],
  rule_count: ["Matches that are not over count as they stand.", "未打完嘅牌局照現時計。"],
  rule_leave_out: ["Matches count when they are over.", "打完嘅牌局先計。"],
  rule_variants: ["Only these rules count: {variants}", "只計呢啲玩法：{variants}"],
  rule_best: ["Matches of each player that count, the best ones: {best}.", "每人只計最好嘅 {best} 局。"],
  rule_minimum: ["A rank needs at least {minimum} matches.", "打夠 {minimum} 局先有名次。"],
  season_matches: ["Matches that count: {matches}", "計入嘅牌局：{matches}"],
  season_is_closed: ["The season is closed: these standings are final.", "呢季已經封咗，名次已定。"],
  since_closing: ["Entries after the closing changed this to:", "封季之後有更改，而家係："],
  season_figures: ["matches: {matches}, of which count: {counted}", "打咗 {matches} 局，計 {counted} 局"],
  season_handicap: ["handicap {points}", "讓分 {points}"],
  no_rank: ["too few matches for a rank", "局數未夠，未有名次"],
  teams: ["Teams", "隊伍"],
  close_season: ["Close the season", "封季"],
  close_season_count: ["Matches that still play count as they stand now.", "仲打緊嘅牌局照而家計。"],
  close_season_leave_out: ["Matches that still play do not count.", "仲打緊嘅牌局唔計。"],
  close_season_warning: ["After that its standings are final. It cannot be opened again.", "封咗之後名次已定，唔可以再開。"],
});

addTexts(LEAGUE_TEXTS);
