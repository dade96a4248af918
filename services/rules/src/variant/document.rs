//! The form of a variant's document, as it is written in JSON. Nothing outside it knows serde's attributes.

mod name;
mod play;
mod worth;

use std::collections::BTreeMap;

use crate::{ManWin, WinningShape};
use mahjong::KongKind;
use schemars::JsonSchema;
use serde::Deserialize;

pub use name::Name;
pub(super) use play::{BonusTileWin, StaysAfter, Step};
pub(super) use play::{
    Claims, DealRule, FalseMahjong, Liability, Limit, Multipliers, Penalty, SidePayment,
};
pub use play::{FalseMahjongRule, OtherDiscard, RobbedKongPayment, Several};
pub(super) use worth::{Cap, Group, HousePattern, LimitWord, Value, Worth};

/// The fields of a document as a player would ask: what wins and what it pays, what counts, who pays, the course of a
/// match; and last what the document is. Forms and comparisons have this order; a field that is not named here is last
/// in a form.
pub(super) const ORDER: [&str; 31] = [
    "minimum_fan",
    "shapes",
    "limit",
    "cap",
    "schedule",
    "patterns",
    "house_patterns",
    "groups",
    "caps",
    "tiles",
    "multipliers",
    "claims",
    "robbed_kongs",
    "concealed_kong_robbers",
    "robbed_kong_payment",
    "bonus_tile_wins",
    "bonus_tile_win_patterns",
    "man_wins",
    "liabilities",
    "penalties",
    "side_payments",
    "false_mahjong",
    "starting_points",
    "deal",
    "name",
    "readings",
    "source",
    "id",
    "version",
    "derived_from",
    "format",
];

/// The rules of a table, as a document. Its content hash is the SHA-256 of its canonical JSON (RFC 8785).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Faan variant document", extend("x-order" = ORDER, "x-sections" = [
    { "name": "name", "title": "Name", "x-title-zh-Hant": "名稱" },
    { "name": "win", "title": "Winning, and tiles", "x-title-zh-Hant": "食糊同用牌" },
    { "name": "payment", "title": "Payment", "x-title-zh-Hant": "找數" },
    { "name": "patterns", "title": "Patterns", "x-title-zh-Hant": "番種" },
    { "name": "course", "title": "Claims, deal, false mahjong, liability", "x-title-zh-Hant": "截糊、連莊、詐糊、包" },
    { "name": "document", "title": "Other fields", "x-title-zh-Hant": "其他" }
]))]
pub(super) struct Document {
    /// The form of this document.
    #[schemars(title = "Form of the document", extend("x-title-zh-Hant" = "文件格式"))]
    #[schemars(extend("x-description-zh-Hant" = "呢份文件嘅格式。"))]
    #[schemars(extend("x-section" = "document"))]
    pub(super) format: Format,
    /// Stable id: 1–64 lower-case letters, digits and hyphens.
    #[schemars(regex(pattern = "^[a-z0-9][a-z0-9-]{0,63}$"))]
    #[schemars(title = "Id (small letters, digits and hyphens)", extend("x-title-zh-Hant" = "代號（細楷英文、數字同連字號）"))]
    #[schemars(extend("x-description-zh-Hant" = "固定嘅代號：1 至 64 個細楷英文字母、數字同連字號。"))]
    #[schemars(extend("x-section" = "name"))]
    pub(super) id: String,
    /// The content hash of the document this one was derived from, as 64 lower-case hexadecimal digits. For
    /// information: this document is whole without it.
    #[serde(default)]
    #[schemars(with = "String", regex(pattern = "^[0-9a-f]{64}$"))]
    #[schemars(title = "Made from (content hash)", extend("x-title-zh-Hant" = "由邊份文件改成（內容雜湊值）"))]
    #[schemars(extend("x-description-zh-Hant" = "呢份文件由邊份改成：嗰份嘅內容雜湊值，64 個細楷十六進位數字。只供參考，冇佢都係完整文件。"))]
    #[schemars(extend("x-section" = "document", "x-absent" = "nothing", "x-absent-zh-Hant" = "冇"))]
    pub(super) derived_from: Option<String>,
    /// Counts the versions of this id, from 1.
    #[schemars(range(min = 1, max = 1_000_000))]
    #[schemars(title = "Version", extend("x-title-zh-Hant" = "版本"))]
    #[schemars(extend("x-description-zh-Hant" = "呢個代號嘅第幾個版本，由 1 數起。"))]
    #[schemars(extend("x-section" = "name"))]
    pub(super) version: u32,
    /// What people call it.
    #[schemars(title = "Name", extend("x-title-zh-Hant" = "名稱"))]
    #[schemars(extend("x-description-zh-Hant" = "大家點叫佢。"))]
    #[schemars(extend("x-section" = "name"))]
    pub(super) name: Name,
    /// Where the rules were taken from.
    #[schemars(length(min = 1, max = 2000))]
    #[schemars(title = "Where the rules come from", extend("x-title-zh-Hant" = "規則出處"))]
    #[schemars(extend("x-description-zh-Hant" = "規則由邊度嚟。"))]
    #[schemars(extend("x-section" = "name"))]
    pub(super) source: String,
    /// How the source was read where it leaves a choice, one sentence each.
    #[serde(default)]
    #[schemars(length(max = 100), inner(length(min = 1, max = 2000)))]
    #[schemars(title = "How the source is read", extend("x-title-zh-Hant" = "點樣解讀出處"))]
    #[schemars(extend("x-description-zh-Hant" = "出處講得唔清楚嗰陣點樣解讀，每點一句。"))]
    #[schemars(extend("x-section" = "document", "default" = []))]
    pub(super) readings: Vec<String>,
    /// 144 tiles, or 136 without flowers and seasons.
    #[schemars(extend("oneOf" = [
        {
            "const": 136, "type": "integer",
            "title": "136, without flowers and seasons", "x-title-zh-Hant": "136 隻，冇花",
            "description": "Without flowers and seasons.", "x-description-zh-Hant": "冇花。"
        },
        {
            "const": 144, "type": "integer",
            "title": "144, with flowers and seasons", "x-title-zh-Hant": "144 隻，有花",
            "description": "With flowers and seasons.", "x-description-zh-Hant": "有花。"
        }
    ]))]
    #[schemars(title = "Tiles", extend("x-title-zh-Hant" = "用幾多隻牌"))]
    #[schemars(extend("x-description-zh-Hant" = "144 隻，或者冇花嘅 136 隻。"))]
    #[schemars(extend("x-section" = "win"))]
    pub(super) tiles: u32,
    /// The least fan a hand needs to win, unless the table sets another.
    #[schemars(range(max = 100))]
    #[schemars(title = "Minimum fan to win", extend("x-title-zh-Hant" = "起糊番數"))]
    #[schemars(extend("x-description-zh-Hant" = "食糊最少要幾多番，除非枱上另外講好。"))]
    #[schemars(extend("x-section" = "win"))]
    pub(super) minimum_fan: u32,
    /// The shapes of a complete hand that win; absent: all of them. That a pattern has no value does not keep its shape
    /// from winning: without `seven_pairs` among the patterns, seven pairs still win with what else they show. A pattern
    /// that only a shape shows which does not win cannot have a value.
    #[serde(default)]
    #[schemars(with = "Vec<WinningShape>", length(min = 1, max = 3), extend("uniqueItems" = true))]
    #[schemars(title = "Shapes of a hand that win", extend("x-title-zh-Hant" = "邊種牌型食得"))]
    #[schemars(extend("x-description-zh-Hant" = "邊種完整牌型食得；冇寫就全部都得。番種冇番，唔等於嗰種牌型食唔到：番種冇七對子，七對子照樣可以用其他番食糊。淨係唔食得嘅牌型先有嘅番種，唔可以有番。"))]
    #[schemars(extend("x-section" = "win", "default" = ["standard", "seven_pairs", "thirteen_orphans"]))]
    pub(super) shapes: Option<Vec<WinningShape>>,
    /// What each pattern is worth, by its id. A pattern that is not listed has no value.
    #[schemars(extend("maxProperties" = 96))]
    #[schemars(title = "Patterns", extend("x-title-zh-Hant" = "番種"))]
    #[schemars(extend("x-description-zh-Hant" = "每個番種值幾多。冇剔嘅冇番。"))]
    #[schemars(extend("x-section" = "patterns", "x-names" = "catalogue"))]
    pub(super) patterns: BTreeMap<String, Worth>,
    /// Patterns of the document's own, by an id `house:<name>`; what they are worth stands here and not in `patterns`.
    #[serde(default)]
    #[schemars(extend(
        "default" = {},
        "maxProperties" = 32,
        "propertyNames" = {
            "pattern": "^house:[a-z][a-z0-9_]{0,39}$",
            "title": "Id of a new house pattern",
            "x-title-zh-Hant": "新番種嘅代號",
            "x-description-zh-Hant": "「house:」加 1 至 40 個細楷英文字母、數字同底線，字母排頭。",
            "description": "`house:` and 1–40 lower-case letters, digits and underscores, a letter first."
        }
    ))]
    #[schemars(title = "House patterns", extend("x-title-zh-Hant" = "自家番種"))]
    #[schemars(extend("x-description-zh-Hant" = "呢套規則自己嘅番種，代號係「house:」加個名；值幾多喺呢度寫，唔喺「番種」度寫。"))]
    #[schemars(extend("x-section" = "patterns"))]
    pub(super) house_patterns: BTreeMap<String, HousePattern>,
    /// Patterns of which only one counts: of those matched, the one that brings the most fan, and among equals the
    /// one named first. No pattern stands in two groups.
    #[serde(default)]
    #[schemars(length(max = 50), extend("default" = []))]
    #[schemars(title = "Groups of which only the best counts", extend("x-title-zh-Hant" = "只計最大嗰個嘅番種組"))]
    #[schemars(extend("x-description-zh-Hant" = "一組番種只計一個：中咗嘅入面番數最多嗰個，一樣多就計排頭嗰個。一個番種唔可以喺兩組。"))]
    #[schemars(extend("x-section" = "patterns", "x-key" = "name"))]
    pub(super) groups: Vec<Group>,
    /// Patterns that bring at most so many fan together. No pattern stands in two caps. Of those that count toward the
    /// minimum the fan are summed by themselves and held to the same number: what a cap takes from the others is not
    /// taken from the minimum.
    #[serde(default)]
    #[schemars(length(max = 50), extend("default" = []))]
    #[schemars(title = "Caps", extend("x-title-zh-Hant" = "合計上限"))]
    #[schemars(extend("x-description-zh-Hant" = "呢啲番種夾埋最多幾多番。一個番種唔可以喺兩個上限。計入起糊嘅番另外加，亦都係最多咁多：上限由其他番種度減嘅，唔會喺起糊度減。"))]
    #[schemars(extend("x-section" = "patterns"))]
    pub(super) caps: Vec<Cap>,
    /// The fan at which the schedule is read at most; absent: no cap. Fan are reported uncapped.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1000))]
    #[schemars(title = "The schedule ends at (fan)", extend("x-title-zh-Hant" = "封頂番數"))]
    #[schemars(extend("x-description-zh-Hant" = "分數表最多睇到幾多番；冇寫就唔封頂。報番數唔受封頂影響。"))]
    #[schemars(extend("x-section" = "payment", "x-absent" = "no cap", "x-absent-zh-Hant" = "唔封頂"))]
    pub(super) cap: Option<u32>,
    /// The base points for fan: each step holds from its fan up to the next step. The first starts at 0.
    #[schemars(length(min = 1, max = 100))]
    #[schemars(title = "Base points by fan", extend("x-title-zh-Hant" = "番數同分數"))]
    #[schemars(extend("x-description-zh-Hant" = "幾多番有幾多底分：每一級由佢嘅番數計到下一級。第一級由 0 番開始。"))]
    #[schemars(extend("x-section" = "payment", "x-key" = "from_fan"))]
    pub(super) schedule: Vec<Step>,
    /// What a limit hand pays.
    #[schemars(title = "Limit hand", extend("x-title-zh-Hant" = "爆棚"))]
    #[schemars(extend("x-description-zh-Hant" = "爆棚嘅牌點樣找數。"))]
    #[schemars(extend("x-section" = "payment"))]
    pub(super) limit: Limit,
    /// Who pays how often the base points.
    #[schemars(title = "Who pays how often the base points", extend("x-title-zh-Hant" = "每家找幾多份"))]
    #[schemars(extend("x-description-zh-Hant" = "每家找幾多份底分。"))]
    #[schemars(extend("x-section" = "payment"))]
    pub(super) multipliers: Multipliers,
    /// Who gets a discard that several players claim to win.
    #[schemars(title = "Claims to one discard", extend("x-title-zh-Hant" = "幾家食同一隻牌"))]
    #[schemars(extend("x-description-zh-Hant" = "幾家想食同一隻牌，邊個食到。"))]
    #[schemars(extend("x-section" = "course"))]
    pub(super) claims: Claims,
    /// The kinds of kong that may be robbed.
    #[schemars(length(max = 3), extend("uniqueItems" = true))]
    #[schemars(title = "Kongs that may be robbed", extend("x-title-zh-Hant" = "可以搶邊種槓"))]
    #[schemars(extend("x-description-zh-Hant" = "邊種槓可以搶。"))]
    #[schemars(extend("x-section" = "course"))]
    pub(super) robbed_kongs: Vec<KongKind>,
    /// The patterns of which a hand has to show one to rob a concealed kong, such as `thirteen_orphans`; absent: any hand
    /// may. The reading that counts has to show it. A result without tiles is taken as it is stated.
    #[serde(default)]
    #[schemars(with = "Vec<String>", length(min = 1, max = 96), extend("uniqueItems" = true))]
    #[schemars(title = "Hands that may rob a concealed kong", extend("x-title-zh-Hant" = "邊啲牌可以搶暗槓"))]
    #[schemars(extend("x-description-zh-Hant" = "有呢啲番種其中一個先可以搶暗槓，例如十三么；冇寫就乜牌都得。冇講牌嘅結果照枱上所講。"))]
    #[schemars(extend("x-section" = "course", "x-absent" = "any hand", "x-absent-zh-Hant" = "乜牌都得", "x-names" = "patterns"))]
    pub(super) concealed_kong_robbers: Option<Vec<String>>,
    /// Who pays for a win by robbing a kong. A rule of liability goes before it.
    #[serde(default)]
    #[schemars(extend("default" = "as_discard"))]
    #[schemars(title = "After a robbed kong", extend("x-title-zh-Hant" = "搶槓點樣找數"))]
    #[schemars(extend("x-description-zh-Hant" = "搶槓食糊邊個找數；有人要包就照包。"))]
    #[schemars(extend("x-section" = "payment"))]
    pub(super) robbed_kong_payment: RobbedKongPayment,
    /// How many bonus tiles, 7 or 8, win at once without a complete hand; what such a win is worth is for
    /// `seven_bonus_tiles` and `eight_bonus_tiles` to say, so that one has to have a value. Not with 136 tiles.
    #[serde(default)]
    #[schemars(length(max = 2), extend("uniqueItems" = true, "default" = []))]
    #[schemars(title = "Numbers of flowers and seasons that win at once", extend("x-title-zh-Hant" = "有幾多隻花即刻食糊"))]
    #[schemars(extend("x-description-zh-Hant" = "唔使完整牌型，有 7 隻或者 8 隻花就即刻食糊；值幾多由「七隻花」同「八隻花」呢兩個番種講，所以要有番。136 隻牌唔可以用。"))]
    #[schemars(extend("x-section" = "win"))]
    pub(super) bonus_tile_wins: Vec<BonusTileWin>,
    /// The patterns that count with a win by bonus tiles, besides `seven_bonus_tiles` and `eight_bonus_tiles`: of the
    /// catalogue `self_draw`, `last_tile`, `replacement` and those of flowers and seasons, and house patterns. With the
    /// list, such a win may also be stated to be on a replacement tile.
    #[serde(default)]
    #[schemars(length(max = 96), extend("uniqueItems" = true, "default" = []))]
    #[schemars(title = "Patterns that count with a win by bonus tiles", extend("x-title-zh-Hant" = "花糊仲計邊啲番種"))]
    #[schemars(extend("x-description-zh-Hant" = "花糊除咗七隻花、八隻花仲計嘅番種：番種表入面嘅自摸、海底、槓上同花嘅番種，同埋自家番種。有呢個列表，花糊亦可以寫明係補牌食嘅。"))]
    #[schemars(extend("x-section" = "win", "x-names" = "patterns"))]
    pub(super) bonus_tile_win_patterns: Vec<String>,
    /// How a non-dealer wins as `man` 人糊, always without melds; absent: by self-draw alone. `dealer_discard` says nothing
    /// more beside `discard`. `earth` 地糊 is a pattern of its own: the table says with a win which of the two it is.
    #[serde(default)]
    #[schemars(with = "Vec<ManWin>", length(min = 1, max = 3), extend("uniqueItems" = true))]
    #[schemars(title = "A non-dealer wins as man by", extend("x-title-zh-Hant" = "閒家點樣算人糊"))]
    #[schemars(extend("x-description-zh-Hant" = "閒家點樣算人糊（一定冇上碰槓）；冇寫就淨係自摸。有咗食人出銃，再寫食莊家第一隻出牌就冇意思。地糊係另一個番種：食糊嗰陣由枱上講係邊種。"))]
    #[schemars(extend("x-section" = "win", "default" = ["self_draw"]))]
    pub(super) man_wins: Option<Vec<ManWin>>,
    /// When the deal stays.
    #[schemars(title = "The deal", extend("x-title-zh-Hant" = "連莊"))]
    #[schemars(extend("x-description-zh-Hant" = "幾時連莊。"))]
    #[schemars(extend("x-section" = "course"))]
    pub(super) deal: DealRule,
    /// What a false mahjong costs.
    #[schemars(title = "False mahjong", extend("x-title-zh-Hant" = "詐糊"))]
    #[schemars(extend("x-description-zh-Hant" = "詐糊要點樣賠。"))]
    #[schemars(extend("x-section" = "course"))]
    pub(super) false_mahjong: FalseMahjong,
    /// Who pays for all three when a player gave a win away.
    #[serde(default)]
    #[schemars(length(max = 20), extend("default" = []))]
    #[schemars(title = "Liability: one player pays for all three", extend("x-title-zh-Hant" = "包：一家包三家"))]
    #[schemars(extend("x-description-zh-Hant" = "邊個令人食到糊，要一家包三家。"))]
    #[schemars(extend("x-section" = "course", "x-key" = "rule"))]
    pub(super) liabilities: Vec<Liability>,
    /// Penalties that the table may impose at any time, by an id of the document's own.
    #[serde(default)]
    #[schemars(extend(
        "default" = {},
        "maxProperties" = 50,
        "propertyNames" = {
            "pattern": "^[a-z][a-z0-9_]{0,39}$",
            "title": "Id of a new penalty",
            "x-title-zh-Hant": "新罰則嘅代號",
            "x-description-zh-Hant": "1 至 40 個細楷英文字母、數字同底線，字母排頭。",
            "description": "1–40 lower-case letters, digits and underscores, a letter first."
        }
    ))]
    #[schemars(title = "Penalties", extend("x-title-zh-Hant" = "罰則"))]
    #[schemars(extend("x-description-zh-Hant" = "枱上隨時可以用嘅罰則，用呢份文件自己嘅代號。"))]
    #[schemars(extend("x-section" = "course"))]
    pub(super) penalties: BTreeMap<String, Penalty>,
    /// What players pay one of them at any time besides what hands pay, such as for a kong 槓錢, by an id of the document's
    /// own.
    #[serde(default)]
    #[schemars(extend(
        "default" = {},
        "maxProperties" = 50,
        "propertyNames" = {
            "pattern": "^[a-z][a-z0-9_]{0,39}$",
            "title": "Id of a new side payment",
            "x-title-zh-Hant": "新另計錢嘅代號",
            "x-description-zh-Hant": "1 至 40 個細楷英文字母、數字同底線，字母排頭。",
            "description": "1–40 lower-case letters, digits and underscores, a letter first."
        }
    ))]
    #[schemars(title = "Side payments", extend("x-title-zh-Hant" = "另計嘅錢"))]
    #[schemars(extend("x-description-zh-Hant" = "牌局入面同食糊無關、隨時找畀一家嘅錢，例如槓錢，用呢份文件自己嘅代號。"))]
    #[schemars(extend("x-section" = "course"))]
    pub(super) side_payments: BTreeMap<String, SidePayment>,
    /// The points that each player starts a match with.
    #[serde(default)]
    #[schemars(range(max = 1_000_000))]
    #[schemars(title = "Points that each player starts with", extend("x-title-zh-Hant" = "每人開局嘅分"))]
    #[schemars(extend("x-description-zh-Hant" = "每個人開局有幾多分。"))]
    #[schemars(extend("x-section" = "payment"))]
    pub(super) starting_points: u32,
}

/// The form of a document.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub(super) enum Format {
    /// The first form.
    #[serde(rename = "faan.variant/1")]
    #[schemars(title = "First form", extend("x-title-zh-Hant" = "第一版"))]
    #[schemars(extend("x-description-zh-Hant" = "第一版格式。"))]
    One,
}

/// The JSON schema of the documents.
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Document).to_value();
    tidy(&mut schema);
    schema
}

/// Leaves out what only speaks of Rust: a field that may be absent is never null, and a sentence has no line breaks.
fn tidy(schema: &mut serde_json::Value) {
    use serde_json::Value;
    match schema {
        Value::Object(entries) => {
            entries.retain(|key, value| key != "format" || !value.is_string());
            entries.retain(|key, value| key != "default" || !value.is_null());
            if let Some(Value::String(text)) = entries.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            entries.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
