// @ts-check
/**
 * What is wrong in the document of a variant, in Traditional Chinese as Hong Kong writes it, by the code of the server. The server says it
 * in English, with the value it found. Generated from services/rules/src/document_code.rs.
 * @type {Readonly<Record<string, string>>}
 */
export const DOCUMENT_PROBLEM_TEXT = Object.freeze({
  unreadable: "文件讀唔到，或者有名出現咗兩次。",
  too_large: "文件太大。",
  missing_field: "呢欄未填。",
  unknown_field: "冇呢一欄。",
  wrong_type: "呢度唔應該係呢種值。",
  unknown_value: "呢度唔可以用呢個值。",
  out_of_range: "數目或者長度超出範圍。",
  malformed: "格式唔啱。",
  repeated: "有嘢重複咗。",
  remainder: "呢個數分唔勻。",
  unknown_pattern: "冇呢個番種。",
  include_cycle: "呢個番種包括返自己。",
  limit_included: "計番嘅番種唔可以包括爆棚嘅番種。",
  schedule_hole: "分數表要由 0 番開始。",
  schedule_order: "每一級嘅番數要多過上一級。",
  cap_below_schedule: "分數表有啲級數高過封頂。",
  minimum_unreachable: "冇一副牌去到呢個番數。",
  group_too_small: "一組最少要有兩個番種。",
  group_overlap: "有番種喺兩組入面。",
  cap_overlap: "有番種喺兩個上限入面。",
  no_value: "呢樣嘢喺呢套規則冇番。",
  never_applies: "同其他規則撞埋，永遠用唔着。",
  expression_too_long: "公式太長。",
  expression_too_deep: "公式太多層。",
  expression_syntax: "公式寫錯。",
  expression_unknown_fact: "公式有唔識嘅名。",
  expression_unknown_function: "公式有唔識嘅函數。",
  expression_type: "公式嘅種類唔啱。",
  expression_not_boolean: "公式嘅答案唔係啱或者唔啱。",
  expression_too_many_steps: "公式要計得太耐。",
  expression_fails: "公式有牌計唔到。",
  reserved_id: "呢個代號係內置玩法嘅，要改過第二個。",
  same_version: "要改代號，或者加大版本。",
});
