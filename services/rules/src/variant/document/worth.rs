//! What a document says of patterns.

use schemars::JsonSchema;
use serde::Deserialize;

use super::name::Name;
use crate::condition::Condition;

/// What a pattern is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Pattern", extend("x-title-zh-Hant" = "番種"))]
#[schemars(extend("x-absent" = "not played", "x-absent-zh-Hant" = "唔玩", "x-order" = ["value", "counts_toward_minimum", "includes", "when"]))]
pub(in crate::variant) struct Worth {
    /// A number of fan for each time it is matched, or `"limit"`.
    #[schemars(title = "Worth", extend("x-title-zh-Hant" = "值幾多"))]
    #[schemars(extend("x-description-zh-Hant" = "每中一次幾多番，或者爆。"))]
    pub(in crate::variant) value: Value,
    /// Whether the fan count toward the table's minimum.
    #[serde(default = "yes")]
    #[schemars(title = "counts toward the minimum", extend("x-title-zh-Hant" = "計入起糊"))]
    #[schemars(extend("x-description-zh-Hant" = "呢啲番計唔計入起糊。"))]
    pub(in crate::variant) counts_toward_minimum: bool,
    /// The patterns that are not counted beside it.
    #[serde(default)]
    #[schemars(length(max = 96), extend("uniqueItems" = true))]
    #[schemars(title = "Includes", extend("x-title-zh-Hant" = "包括"))]
    #[schemars(extend("x-description-zh-Hant" = "有咗佢就唔另外計嘅番種。"))]
    #[schemars(extend("x-names" = "patterns"))]
    pub(in crate::variant) includes: Vec<String>,
    /// What must hold besides the pattern for it to count.
    #[serde(default)]
    #[schemars(length(max = 10), extend("uniqueItems" = true, "default" = []))]
    #[schemars(title = "Only when", extend("x-title-zh-Hant" = "要有呢啲先計"))]
    #[schemars(extend("x-description-zh-Hant" = "除咗中呢個番種，仲要有乜先計。"))]
    pub(in crate::variant) when: Vec<Condition>,
}

/// A pattern of the document's own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "House pattern", extend("x-title-zh-Hant" = "自家番種"))]
#[schemars(extend("x-absent" = "not played", "x-absent-zh-Hant" = "唔玩", "x-order" = ["name", "expression", "value", "counts_toward_minimum", "includes", "when"]))]
pub(in crate::variant) struct HousePattern {
    /// What people call it.
    #[schemars(title = "Name", extend("x-title-zh-Hant" = "名稱"))]
    #[schemars(extend("x-description-zh-Hant" = "大家點叫佢。"))]
    pub(in crate::variant) name: Name,
    /// When it is matched: a CEL expression over the facts of a reading, which `HOUSE_PATTERNS.md` of the rules lists.
    #[schemars(title = "Is matched where", extend("x-title-zh-Hant" = "幾時中"))]
    #[schemars(extend("x-description-zh-Hant" = "幾時中：一條 CEL 公式，用牌嘅資料寫；有邊啲資料可以用，規則嘅 HOUSE_PATTERNS.md 有列出。"))]
    pub(in crate::variant) expression: String,
    /// A number of fan, or `"limit"`.
    #[schemars(title = "Worth", extend("x-title-zh-Hant" = "值幾多"))]
    #[schemars(extend("x-description-zh-Hant" = "幾多番，或者爆。"))]
    pub(in crate::variant) value: Value,
    /// Whether the fan count toward the table's minimum.
    #[serde(default = "yes")]
    #[schemars(title = "counts toward the minimum", extend("x-title-zh-Hant" = "計入起糊"))]
    #[schemars(extend("x-description-zh-Hant" = "呢啲番計唔計入起糊。"))]
    pub(in crate::variant) counts_toward_minimum: bool,
    /// The patterns that are not counted beside it.
    #[serde(default)]
    #[schemars(length(max = 96), extend("uniqueItems" = true))]
    #[schemars(title = "Includes", extend("x-title-zh-Hant" = "包括"))]
    #[schemars(extend("x-description-zh-Hant" = "有咗佢就唔另外計嘅番種。"))]
    #[schemars(extend("x-names" = "patterns"))]
    pub(in crate::variant) includes: Vec<String>,
    /// What must hold besides the expression for it to count. Each speaks of the whole hand, so `pure` holds here too
    /// where the thirteen tiles before were 1112345678999, whatever the pattern; `bonus_tile_win` is refused, since the
    /// expression says that with `shape`. What an expression can say is better said there.
    #[serde(default)]
    #[schemars(length(max = 10), extend("uniqueItems" = true, "default" = []))]
    #[schemars(title = "Only when", extend("x-title-zh-Hant" = "要有呢啲先計"))]
    #[schemars(extend("x-description-zh-Hant" = "除咗公式，仲要有乜先計。每個條件都係講成副牌，所以喺呢度寫「正宗九子連環」亦得，乜番種都係；「花糊」唔可以寫，因為公式用 `shape` 講。公式講到嘅，寫喺公式好啲。"))]
    pub(in crate::variant) when: Vec<Condition>,
}

fn yes() -> bool {
    true
}

/// A number of fan, or the limit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::variant) enum Value {
    /// Fan for each time the pattern is matched, 1–1000.
    #[schemars(title = "Fan", extend("x-title-zh-Hant" = "番"))]
    #[schemars(extend("x-description-zh-Hant" = "每中一次幾多番，1 至 1000。"))]
    #[schemars(extend("x-unit" = "{count} fan", "x-unit-zh-Hant" = "{count} 番"))]
    Fan(#[schemars(range(min = 1, max = 1000))] u32),
    /// The pattern makes a limit hand.
    #[schemars(title = "Limit", extend("x-title-zh-Hant" = "爆"))]
    #[schemars(extend("x-description-zh-Hant" = "中咗呢個番種就爆棚。"))]
    Limit(LimitWord),
}

/// The word for the limit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::variant) enum LimitWord {
    /// The limit.
    #[schemars(title = "Limit", extend("x-title-zh-Hant" = "爆"))]
    #[schemars(extend("x-description-zh-Hant" = "爆棚。"))]
    Limit,
}

/// Patterns of which only one counts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Group", extend("x-title-zh-Hant" = "組"))]
#[schemars(extend("x-absent" = "not played", "x-absent-zh-Hant" = "唔玩", "x-order" = ["name", "patterns"]))]
pub(in crate::variant) struct Group {
    /// What explanations call it.
    #[schemars(length(min = 1, max = 100))]
    #[schemars(title = "Name of the group", extend("x-title-zh-Hant" = "組名"))]
    #[schemars(extend("x-description-zh-Hant" = "解釋番數嗰陣點叫佢。"))]
    pub(in crate::variant) name: String,
    /// Its patterns, by id; at least two.
    #[schemars(length(max = 96), extend("uniqueItems" = true))]
    #[schemars(title = "Its patterns", extend("x-title-zh-Hant" = "入面嘅番種"))]
    #[schemars(extend("x-description-zh-Hant" = "入面嘅番種，最少兩個。"))]
    #[schemars(extend("x-names" = "patterns"))]
    pub(in crate::variant) patterns: Vec<String>,
}

/// Patterns that bring at most so many fan together.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Cap", extend("x-title-zh-Hant" = "上限"))]
#[schemars(extend("x-absent" = "not played", "x-absent-zh-Hant" = "唔玩", "x-order" = ["patterns", "fan"]))]
pub(in crate::variant) struct Cap {
    /// Its patterns, by id.
    #[schemars(length(min = 1, max = 96), extend("uniqueItems" = true))]
    #[schemars(title = "Its patterns", extend("x-title-zh-Hant" = "入面嘅番種"))]
    #[schemars(extend("x-description-zh-Hant" = "入面嘅番種。"))]
    #[schemars(extend("x-names" = "patterns"))]
    pub(in crate::variant) patterns: Vec<String>,
    /// The most fan they bring together.
    #[schemars(range(min = 1, max = 1000))]
    #[schemars(title = "Most fan together", extend("x-title-zh-Hant" = "夾埋最多幾多番"))]
    #[schemars(extend("x-description-zh-Hant" = "佢哋夾埋最多幾多番。"))]
    #[schemars(extend("x-unit" = "{count} fan", "x-unit-zh-Hant" = "{count} 番"))]
    pub(in crate::variant) fan: u32,
}
