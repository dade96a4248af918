//! What a document says of points and of the course of a match.

use mahjong::LiabilityRule;
use schemars::JsonSchema;
use serde::Deserialize;

use super::name::Name;

/// A step of the schedule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Step", extend("x-title-zh-Hant" = "級"))]
#[schemars(extend("x-absent" = "no step", "x-absent-zh-Hant" = "冇呢級", "x-order" = ["from_fan", "points"]))]
pub(in crate::variant) struct Step {
    /// From how many fan.
    #[schemars(range(max = 1000))]
    #[schemars(title = "From fan", extend("x-title-zh-Hant" = "由幾番起"))]
    #[schemars(extend("x-description-zh-Hant" = "由幾多番起。"))]
    #[schemars(extend("x-unit" = "From {count} fan", "x-unit-zh-Hant" = "{count} 番起", "x-next" = { "add": 1 }))]
    pub(in crate::variant) from_fan: u32,
    /// The base points.
    #[schemars(range(max = 1_000_000))]
    #[schemars(title = "Points", extend("x-title-zh-Hant" = "分數"))]
    #[schemars(extend("x-description-zh-Hant" = "底分。"))]
    #[schemars(extend("x-unit" = "{count} points", "x-unit-zh-Hant" = "{count} 分", "x-next" = { "multiply": 2 }))]
    pub(in crate::variant) points: u32,
}

/// What a limit hand pays.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-order" = ["points", "multiplied"]))]
pub(in crate::variant) struct Limit {
    /// The points; absent: those of the schedule at the cap, or at its last step where there is no cap.
    #[serde(default)]
    #[schemars(with = "u32", range(max = 1_000_000))]
    #[schemars(title = "Points of a limit hand", extend("x-title-zh-Hant" = "爆棚分數"))]
    #[schemars(extend("x-description-zh-Hant" = "爆棚嘅分；冇寫就同分數表喺封頂嗰級，冇封頂就同最尾一級。"))]
    #[schemars(extend("x-absent" = "as the schedule ends", "x-absent-zh-Hant" = "同分數表最尾一級"))]
    pub(in crate::variant) points: Option<u32>,
    /// Whether the multipliers apply; otherwise each other player pays just the points.
    #[schemars(title = "A limit is multiplied as other hands are", extend("x-title-zh-Hant" = "爆棚都照倍數計"))]
    #[schemars(extend("x-description-zh-Hant" = "爆棚計唔計倍數；唔計就每家淨係找呢個分。"))]
    pub(in crate::variant) multiplied: bool,
}

/// Who pays how often the base points: multiples of ½ from 0 to 8, the dealer's a whole number from 1 to 8.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-order" = ["self_draw", "discarder", "other", "dealer"]))]
pub(in crate::variant) struct Multipliers {
    /// Everyone, after a self-draw or a win by bonus tiles.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    #[schemars(title = "Each, after a self-draw", extend("x-title-zh-Hant" = "自摸：每家"))]
    #[schemars(extend("x-description-zh-Hant" = "自摸或者花糊之後，每家。"))]
    pub(in crate::variant) self_draw: f64,
    /// Who gave the tile, by a discard or a robbed kong.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    #[schemars(title = "Whoever gave the tile", extend("x-title-zh-Hant" = "出銃：出銃嗰家"))]
    #[schemars(extend("x-description-zh-Hant" = "出銃或者畀人搶槓嗰家。"))]
    pub(in crate::variant) discarder: f64,
    /// The others, when somebody gave the tile.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    #[schemars(title = "The others, when somebody gave the tile", extend("x-title-zh-Hant" = "出銃：其他兩家"))]
    #[schemars(extend("x-description-zh-Hant" = "有人出銃嗰陣，其他人。"))]
    pub(in crate::variant) other: f64,
    /// Besides that, between the dealer and the winner, either way.
    #[schemars(range(min = 1, max = 8))]
    #[schemars(title = "Times, between the dealer and the winner", extend("x-title-zh-Hant" = "莊家同贏家之間再乘"))]
    #[schemars(extend("x-description-zh-Hant" = "莊家同贏家之間再乘幾多，邊個找邊個都係。"))]
    pub(in crate::variant) dealer: u32,
}

/// Who gets a discard that several players claim to win.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-order" = ["several", "miss_win", "first"]))]
pub(in crate::variant) struct Claims {
    /// The rule.
    #[schemars(title = "Of several who claim to win", extend("x-title-zh-Hant" = "幾家同時食糊"))]
    #[schemars(extend("x-description-zh-Hant" = "用邊條規則。"))]
    pub(in crate::variant) several: Several,
    /// Patterns that go first whatever the order.
    #[serde(default)]
    #[schemars(length(max = 96), extend("uniqueItems" = true))]
    #[schemars(title = "Patterns whose claims go first", extend("x-title-zh-Hant" = "邊啲番種優先食"))]
    #[schemars(extend("x-description-zh-Hant" = "唔理次序都先食嘅番種。"))]
    #[schemars(extend("x-names" = "patterns"))]
    pub(in crate::variant) first: Vec<String>,
    /// Whether who passed up a winning tile may not claim an identical discard until their next draw.
    #[serde(default)]
    #[schemars(title = "Whoever passed up a win may not claim that tile before drawing", extend("x-title-zh-Hant" = "過水：唔食就要摸過牌先可以再食嗰隻"))]
    #[schemars(extend("x-description-zh-Hant" = "放過一隻食得嘅牌，摸到下一隻之前唔可以食同樣嘅牌。"))]
    pub(in crate::variant) miss_win: bool,
}

/// A rule for several winners of one discard.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Several {
    /// The nearest in turn order after the discarder wins.
    #[schemars(title = "the nearest in turn wins", extend("x-title-zh-Hant" = "截糊，最近嗰家食"))]
    #[schemars(extend("x-description-zh-Hant" = "出銃之後排最先嗰家食。"))]
    Nearest,
    /// The best hand wins: a limit, then more fan, then the nearest.
    #[schemars(title = "the best hand wins", extend("x-title-zh-Hant" = "最大嗰副食"))]
    #[schemars(extend("x-description-zh-Hant" = "最大嗰副食：先睇爆棚，再睇番數，再睇邊個近。"))]
    Best,
    /// Every winner is paid.
    #[schemars(title = "every winner is paid", extend("x-title-zh-Hant" = "一炮多響，家家食"))]
    #[schemars(extend("x-description-zh-Hant" = "每個食糊嘅都收錢。"))]
    All,
}

/// A number of bonus tiles that wins at once.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
#[schemars(extend("oneOf" = [
    {
        "const": 7, "type": "integer",
        "title": "7 flowers and seasons", "x-title-zh-Hant": "7 隻花",
        "description": "Seven of the eight.", "x-description-zh-Hant": "八隻花有七隻。"
    },
    {
        "const": 8, "type": "integer",
        "title": "8 flowers and seasons", "x-title-zh-Hant": "8 隻花",
        "description": "All eight.", "x-description-zh-Hant": "八隻花齊。"
    }
]))]
pub(in crate::variant) struct BonusTileWin(u8);

impl TryFrom<u8> for BonusTileWin {
    type Error = &'static str;

    fn try_from(held: u8) -> Result<BonusTileWin, &'static str> {
        match held {
            7 | 8 => Ok(BonusTileWin(held)),
            _ => Err("seven or eight bonus tiles can win at once"),
        }
    }
}

impl From<BonusTileWin> for usize {
    fn from(BonusTileWin(held): BonusTileWin) -> usize {
        held.into()
    }
}

/// When the deal stays.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-order" = ["stays_after", "last_deal_stays_after", "most_hands", "rounds"]))]
pub(in crate::variant) struct DealRule {
    /// After which results the dealer stays and an extra hand is played.
    #[schemars(length(max = 5), extend("uniqueItems" = true))]
    #[schemars(title = "The deal stays after", extend("x-title-zh-Hant" = "幾時連莊"))]
    #[schemars(extend("x-description-zh-Hant" = "邊啲結果之後連莊，打多一舖。"))]
    pub(in crate::variant) stays_after: Vec<StaysAfter>,
    /// The same for the last deal of the last round, if a table has another rule there: for example, the deal passes after
    /// a goulash, but a match does not end with one. Absent: as `stays_after`.
    #[serde(default)]
    #[schemars(with = "Vec<StaysAfter>", length(max = 5), extend("uniqueItems" = true))]
    #[schemars(title = "In the last deal of the last round it stays after", extend("x-title-zh-Hant" = "北圈尾莊幾時連莊"))]
    #[schemars(extend("x-description-zh-Hant" = "最後一圈尾莊嘅連莊，如果嗰度有另一條規則：例如流局過莊，但唔會用流局完場。冇寫就同「幾時連莊」一樣。"))]
    #[schemars(extend("x-absent" = "the same", "x-absent-zh-Hant" = "一樣", "x-absent-as" = "stays_after"))]
    pub(in crate::variant) last_deal_stays_after: Option<Vec<StaysAfter>>,
    /// The most hands in a row with the same dealer and round, the first one counted; absent: no limit.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 100))]
    #[schemars(title = "Most hands in a row with one dealer", extend("x-title-zh-Hant" = "最多連莊幾舖"))]
    #[schemars(extend("x-description-zh-Hant" = "同一個莊同一圈最多連打幾舖，計埋第一舖；冇寫就冇上限。"))]
    #[schemars(extend("x-absent" = "no limit", "x-absent-zh-Hant" = "冇上限"))]
    pub(in crate::variant) most_hands: Option<u32>,
    /// Whether there are rounds. Without them the deal never moves, no wind prevails, nobody deals, and a match goes
    /// on until the players end it.
    #[serde(default = "yes")]
    #[schemars(title = "There are rounds", extend("x-title-zh-Hant" = "有分圈"))]
    #[schemars(extend("x-description-zh-Hant" = "有冇分圈。冇就一直唔過莊，冇圈風，冇人做莊，打到大家話完為止。"))]
    pub(in crate::variant) rounds: bool,
}

/// A result after which the deal may stay.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(in crate::variant) enum StaysAfter {
    /// The dealer won, alone or among several.
    #[schemars(title = "a win of the dealer", extend("x-title-zh-Hant" = "莊家食糊"))]
    #[schemars(extend("x-description-zh-Hant" = "莊家食糊，一家食或者幾家食都算。"))]
    DealerWin,
    /// Nobody won.
    #[schemars(title = "Dead hand", extend("x-title-zh-Hant" = "流局"))]
    #[schemars(extend("x-description-zh-Hant" = "冇人食糊。"))]
    Goulash,
    /// A false mahjong.
    #[schemars(title = "false mahjong", extend("x-title-zh-Hant" = "詐糊"))]
    #[schemars(extend("x-description-zh-Hant" = "有人詐糊。"))]
    FalseMahjong,
    /// A false mahjong of the dealer.
    #[schemars(title = "a false mahjong of the dealer", extend("x-title-zh-Hant" = "莊家詐糊"))]
    #[schemars(extend("x-description-zh-Hant" = "莊家自己詐糊。"))]
    DealerFalseMahjong,
    /// A false mahjong of another player than the dealer.
    #[schemars(title = "a false mahjong of another player", extend("x-title-zh-Hant" = "閒家詐糊"))]
    #[schemars(extend("x-description-zh-Hant" = "莊家以外嘅人詐糊。"))]
    OtherFalseMahjong,
}

/// What a false mahjong costs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-order" = ["rule", "points", "dealer_points"]))]
pub(in crate::variant) struct FalseMahjong {
    /// The rule.
    #[serde(default)]
    #[schemars(extend("default" = "points"))]
    #[schemars(title = "After a false mahjong", extend("x-title-zh-Hant" = "詐糊之後"))]
    #[schemars(extend("x-description-zh-Hant" = "用邊條規則。"))]
    pub(in crate::variant) rule: FalseMahjongRule,
    /// The points paid to each other player; absent: the table states them each time.
    #[serde(default)]
    #[schemars(with = "u32", range(max = 1_000_000))]
    #[schemars(title = "What it costs, to each other player (points)", extend("x-title-zh-Hant" = "詐糊賠每家幾多分"))]
    #[schemars(extend("x-description-zh-Hant" = "賠每一家嘅分；冇寫就每次由枱上講。"))]
    #[schemars(extend("x-absent" = "as the table states", "x-absent-zh-Hant" = "由枱上講"))]
    pub(in crate::variant) points: Option<u32>,
    /// The points that the dealer pays to each other player; absent: as `points`.
    #[serde(default)]
    #[schemars(with = "u32", range(max = 1_000_000))]
    #[schemars(title = "What it costs the dealer, to each other player (points)", extend("x-title-zh-Hant" = "莊家詐糊賠每家幾多分"))]
    #[schemars(extend("x-description-zh-Hant" = "莊家詐糊賠每一家嘅分；冇寫就同其他人一樣。"))]
    #[schemars(extend("x-absent" = "the same", "x-absent-zh-Hant" = "一樣", "x-absent-as" = "points"))]
    pub(in crate::variant) dealer_points: Option<u32>,
}

/// A rule for a false mahjong.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum FalseMahjongRule {
    /// It is paid for in points, and the hand is cancelled.
    #[default]
    #[schemars(title = "it is paid for", extend("x-title-zh-Hant" = "要賠"))]
    #[schemars(extend("x-description-zh-Hant" = "賠分，嗰舖取消。"))]
    Points,
    /// Play goes on with the hand open on the table, and nothing is paid.
    #[schemars(title = "play goes on with the hand open", extend("x-title-zh-Hant" = "攤開牌繼續打"))]
    #[schemars(extend("x-description-zh-Hant" = "攤開牌繼續打，唔使賠。"))]
    OpenHand,
}

/// A rule by which one player pays for all three 包. The table says with a win that it applies and who is liable; what the
/// tiles and circumstances can tell is held against the rule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Liability", extend("x-title-zh-Hant" = "包"))]
#[schemars(extend("x-absent" = "not played", "x-absent-zh-Hant" = "唔玩", "x-order" = ["rule", "hands", "from_fan", "robbed_kong", "at_least", "other_discard"]))]
pub(in crate::variant) struct Liability {
    /// When a player is liable.
    #[schemars(title = "By which rule", extend("x-title-zh-Hant" = "點樣包"))]
    #[schemars(extend("x-description-zh-Hant" = "幾時要包。"))]
    pub(in crate::variant) rule: LiabilityRule,
    /// The winning hands that it punishes: those that show one of these patterns and, if `limit` stands among them,
    /// every limit hand. Absent: the hand that the rule speaks of, whatever hand it is where it speaks of none. A hand
    /// of honours, or a limit hand, that could be foreseen has no rule of its own: it is named here.
    #[serde(default)]
    #[schemars(with = "Vec<String>", length(min = 1, max = 96), extend("uniqueItems" = true))]
    #[schemars(title = "For which hands", extend("x-title-zh-Hant" = "邊啲牌要包"))]
    #[schemars(extend("x-description-zh-Hant" = "食邊啲牌先要包：有呢啲番種其中一個嘅，同埋寫咗「爆」就包括所有爆棚。冇寫就係規則講嗰種牌，規則冇講就乜牌都係。睇得出嘅字牌大牌或者爆棚冇自己嘅規則，要喺呢度寫明。"))]
    #[schemars(extend("x-absent" = "the hand that the rule speaks of", "x-absent-zh-Hant" = "規則講嗰種牌", "x-names" = "patterns_or_limit"))]
    pub(in crate::variant) hands: Option<Vec<String>>,
    /// The least fan of a hand that it punishes; a limit hand has always enough. Absent: however many.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1000))]
    #[schemars(title = "From so many fan", extend("x-title-zh-Hant" = "由幾番起要包"))]
    #[schemars(extend("x-description-zh-Hant" = "食糊最少要有幾多番先要包；爆棚一定計。冇寫就幾多番都係。"))]
    #[schemars(extend("x-absent" = "however many", "x-absent-zh-Hant" = "幾多番都係"))]
    pub(in crate::variant) from_fan: Option<u32>,
    /// Whether a rule about the discard that wins, such as `nine_tiles`, also punishes who declares a kong that the
    /// winner robs.
    #[serde(default)]
    #[schemars(title = "Also for a kong that the winner robs", extend("x-title-zh-Hant" = "畀人搶槓都要包"))]
    #[schemars(extend("x-description-zh-Hant" = "講出銃嘅規則（例如九章），開槓畀贏家搶咗算唔算出銃。"))]
    pub(in crate::variant) robbed_kong: bool,
    /// The least the liable player pays in all, in points; absent: just what all three would have paid.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000))]
    #[schemars(title = "Pays at least (points)", extend("x-title-zh-Hant" = "最少包幾多分"))]
    #[schemars(extend("x-description-zh-Hant" = "包嗰家合共最少找幾多分；冇寫就啱啱係三家本來要找嘅。"))]
    #[schemars(extend("x-absent" = "what all three would have paid", "x-absent-zh-Hant" = "三家本來要找嘅"))]
    pub(in crate::variant) at_least: Option<u32>,
    /// Who pays if another player than the liable one then gives the winning tile, which only a rule about a meld or a
    /// kong leaves open.
    #[serde(default)]
    #[schemars(extend("default" = "discarder"))]
    #[schemars(title = "If another player gives the winning tile", extend("x-title-zh-Hant" = "如果第二家出銃"))]
    #[schemars(extend("x-description-zh-Hant" = "如果之後係第二家出銃，邊個找；淨係講上碰或者開槓嘅規則先會咁。"))]
    pub(in crate::variant) other_discard: OtherDiscard,
}

/// Who pays if another player than the liable one discards the winning tile.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum OtherDiscard {
    /// Who gave the tile is liable instead, and pays for all three.
    #[default]
    #[schemars(title = "the discarder is liable instead", extend("x-title-zh-Hant" = "改由出銃嗰家包"))]
    #[schemars(extend("x-description-zh-Hant" = "出銃嗰家代佢包三家。"))]
    Discarder,
    /// The liable player pays for all three all the same.
    #[schemars(title = "the liable player pays all the same", extend("x-title-zh-Hant" = "照樣由要包嗰家包"))]
    #[schemars(extend("x-description-zh-Hant" = "要包嗰家照樣包三家。"))]
    Liable,
    /// The liable player and who gave the tile pay half each.
    #[schemars(title = "the two pay half each", extend("x-title-zh-Hant" = "兩家一人一半"))]
    #[schemars(extend("x-description-zh-Hant" = "要包嗰家同出銃嗰家一人找一半。"))]
    Halves,
}

/// Who pays for a win by robbing a kong, and how often the base points.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum RobbedKongPayment {
    /// All pay as if the tile had been discarded.
    #[default]
    #[schemars(title = "all pay as after a discard", extend("x-title-zh-Hant" = "當出銃計"))]
    #[schemars(extend("x-description-zh-Hant" = "當隻牌係打出嚟，照出銃找數。"))]
    AsDiscard,
    /// All pay as if the winner had drawn the tile.
    #[schemars(title = "all pay as after a self-draw", extend("x-title-zh-Hant" = "當自摸計"))]
    #[schemars(extend("x-description-zh-Hant" = "當贏家自摸，照自摸找數。"))]
    AsSelfDraw,
    /// Whoever declared the kong pays what all three would have paid after a discard.
    #[schemars(title = "whoever declared it pays for all three, as after a discard", extend("x-title-zh-Hant" = "當出銃，畀人搶嗰家包"))]
    #[schemars(extend("x-description-zh-Hant" = "畀人搶槓嗰家找晒三家出銃嘅數。"))]
    AloneAsDiscard,
    /// Whoever declared the kong pays what all three would have paid after a self-draw.
    #[schemars(title = "whoever declared it pays for all three, as after a self-draw", extend("x-title-zh-Hant" = "當自摸，畀人搶嗰家包"))]
    #[schemars(extend("x-description-zh-Hant" = "畀人搶槓嗰家找晒三家自摸嘅數。"))]
    AloneAsSelfDraw,
}

/// A penalty that the table may impose.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Penalty", extend("x-title-zh-Hant" = "罰則"))]
#[schemars(extend("x-absent" = "not played", "x-absent-zh-Hant" = "唔玩", "x-order" = ["name", "points"]))]
pub(in crate::variant) struct Penalty {
    /// What people call it.
    #[schemars(title = "Name", extend("x-title-zh-Hant" = "名稱"))]
    #[schemars(extend("x-description-zh-Hant" = "大家點叫佢。"))]
    pub(in crate::variant) name: Name,
    /// Its usual amount; absent: the table states it each time.
    #[serde(default)]
    #[schemars(with = "u32", range(max = 1_000_000))]
    #[schemars(title = "Usual points", extend("x-title-zh-Hant" = "通常罰幾多分"))]
    #[schemars(extend("x-description-zh-Hant" = "通常罰幾多；冇寫就每次由枱上講。"))]
    #[schemars(extend("x-absent" = "as the table states", "x-absent-zh-Hant" = "由枱上講"))]
    pub(in crate::variant) points: Option<u32>,
}

/// What players pay one of them besides what hands pay.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Side payment", extend("x-title-zh-Hant" = "另計嘅錢"))]
#[schemars(extend("x-absent" = "not played", "x-absent-zh-Hant" = "唔玩", "x-order" = ["name", "points"]))]
pub(in crate::variant) struct SidePayment {
    /// What people call it.
    #[schemars(title = "Name", extend("x-title-zh-Hant" = "名稱"))]
    #[schemars(extend("x-description-zh-Hant" = "大家點叫佢。"))]
    pub(in crate::variant) name: Name,
    /// The usual amount that each payer pays; absent: the table states it each time.
    #[serde(default)]
    #[schemars(with = "u32", range(max = 1_000_000))]
    #[schemars(title = "Usual points", extend("x-title-zh-Hant" = "通常每家找幾多分"))]
    #[schemars(extend("x-description-zh-Hant" = "通常每家找幾多；冇寫就每次由枱上講。"))]
    #[schemars(extend("x-absent" = "as the table states", "x-absent-zh-Hant" = "由枱上講"))]
    pub(in crate::variant) points: Option<u32>,
}

fn yes() -> bool {
    true
}
