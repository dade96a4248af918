//! The form of a variant's document, as it is written in JSON. The only file of the room that knows serde.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// The rules of a table, as a document. Its content hash is the SHA-256 of its canonical JSON (RFC 8785).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Faan variant document")]
pub(super) struct Document {
    /// The form of this document.
    pub(super) format: Format,
    /// Stable id: lower-case letters, digits and hyphens.
    #[schemars(regex(pattern = "^[a-z0-9][a-z0-9-]{0,63}$"))]
    pub(super) id: String,
    /// Counts the versions of this id, from 1.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(super) version: u32,
    /// What people call it.
    pub(super) name: Name,
    /// Where the rules were taken from.
    #[schemars(length(min = 1, max = 2000))]
    pub(super) source: String,
    /// How the source was read where it leaves a choice, one sentence each.
    #[serde(default)]
    pub(super) readings: Vec<String>,
    /// 144 tiles, or 136 without flowers and seasons.
    #[schemars(extend("enum" = [136, 144]))]
    pub(super) tiles: u32,
    /// The least fan a hand needs to win, unless the table sets another.
    #[schemars(range(max = 100))]
    pub(super) minimum_fan: u32,
    /// What each pattern is worth, by its id. A pattern that is not listed has no value.
    pub(super) patterns: BTreeMap<String, Worth>,
    /// The base points for fan: each step holds from its fan up to the next step. The first starts at 0.
    #[schemars(length(min = 1, max = 100))]
    pub(super) schedule: Vec<Step>,
    /// What a limit hand pays.
    pub(super) limit: Limit,
    /// Who pays how often the base points.
    pub(super) multipliers: Multipliers,
    /// Who gets a discard that several players claim to win.
    pub(super) claims: Claims,
    /// The kinds of kong that may be robbed.
    pub(super) robbed_kongs: Vec<RobbedKong>,
    /// How many bonus tiles, 7 or 8, win at once without a complete hand; what such a win is worth is for
    /// `seven_bonus_tiles` and `eight_bonus_tiles` to say.
    #[serde(default)]
    pub(super) bonus_tile_wins: Vec<BonusTileWin>,
    /// When the deal stays.
    pub(super) deal: DealRule,
    /// What a false mahjong costs; the hand is cancelled.
    pub(super) false_mahjong: FalseMahjong,
}

/// The form of a document.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub(super) enum Format {
    /// The first form.
    #[serde(rename = "faan.variant/1")]
    One,
}

/// A text in the languages of the table.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// English.
    #[schemars(length(min = 1, max = 200))]
    pub english: String,
    /// Traditional Chinese; empty where there is no common name.
    #[serde(default)]
    pub traditional_chinese: String,
    /// Jyutping; empty where there is no common name.
    #[serde(default)]
    pub jyutping: String,
}

/// What a pattern is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Worth {
    /// A number of fan for each time it is matched, or `"limit"`.
    pub(super) value: Value,
    /// Whether the fan count toward the table's minimum.
    #[serde(default = "yes")]
    pub(super) counts_toward_minimum: bool,
    /// The patterns that are not counted beside it.
    #[serde(default)]
    pub(super) includes: Vec<String>,
    /// What must hold besides the pattern for it to count.
    #[serde(default)]
    pub(super) when: Vec<Condition>,
}

fn yes() -> bool {
    true
}

/// A number of fan, or the limit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Value {
    /// Fan for each time the pattern is matched, 1–1000.
    Fan(#[schemars(range(min = 1, max = 1000))] u32),
    /// The pattern makes a limit hand.
    Limit(LimitWord),
}

/// The word for the limit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum LimitWord {
    /// The limit.
    Limit,
}

/// What a variant can demand of a pattern besides its being matched.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Nothing was claimed before the winning tile.
    Concealed,
    /// The winning tile was self-drawn.
    SelfDrawn,
    /// The pair is of a suit (`all_chows`).
    SuitedPair,
    /// The thirteen tiles before the winning tile are exactly 1112345678999 (`nine_gates`).
    Pure,
    /// The hand was won at once by its bonus tiles (`seven_bonus_tiles`, `eight_bonus_tiles`).
    BonusTileWin,
}

impl Condition {
    /// Its name, as documents write it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Condition::Concealed => "concealed",
            Condition::SelfDrawn => "self_drawn",
            Condition::SuitedPair => "suited_pair",
            Condition::Pure => "pure",
            Condition::BonusTileWin => "bonus_tile_win",
        }
    }
}

/// A step of the schedule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// From how many fan.
    #[schemars(range(max = 1000))]
    pub(super) from_fan: u32,
    /// The base points.
    #[schemars(range(max = 1_000_000))]
    pub(super) points: u32,
}

/// What a limit hand pays.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Limit {
    /// The points.
    #[schemars(range(max = 1_000_000))]
    pub(super) points: u32,
    /// Whether the multipliers apply; otherwise each other player pays just the points.
    pub(super) multiplied: bool,
}

/// Who pays how often the base points: multiples of ½ from 0 to 8, the dealer's a whole number from 1 to 8.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Multipliers {
    /// Everyone, after a self-draw or a win by bonus tiles.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    pub(super) self_draw: f64,
    /// Who gave the tile, by a discard or a robbed kong.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    pub(super) discarder: f64,
    /// The others, when somebody gave the tile.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    pub(super) other: f64,
    /// Besides that, between the dealer and the winner, either way.
    #[schemars(range(min = 1, max = 8))]
    pub(super) dealer: u32,
}

/// Who gets a discard that several players claim to win.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Claims {
    /// The rule.
    pub(super) several: Several,
    /// Patterns that go first whatever the order.
    #[serde(default)]
    pub(super) first: Vec<String>,
}

/// A rule for several winners of one discard.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Several {
    /// The nearest in turn order after the discarder wins.
    Nearest,
    /// The best hand wins: a limit, then more fan, then the nearest.
    Best,
    /// Every winner is paid.
    All,
}

/// A kind of kong that may be robbed.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub(super) enum RobbedKong {
    /// One claimed from a discard.
    #[serde(rename = "exposed_kong")]
    Exposed,
    /// One added to a melded pung.
    #[serde(rename = "added_kong")]
    Added,
    /// A concealed one.
    #[serde(rename = "concealed_kong")]
    Concealed,
}

/// A number of bonus tiles that wins at once.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
#[schemars(extend("enum" = [7, 8]))]
pub(super) struct BonusTileWin(u8);

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
pub(super) struct DealRule {
    /// After which results the dealer stays and an extra hand is played.
    pub(super) stays_after: Vec<StaysAfter>,
    /// The most hands in a row with the same dealer and round, the first one counted; absent: no limit.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub(super) most_hands: Option<u32>,
}

/// A result after which the deal may stay.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum StaysAfter {
    /// The dealer won, alone or among several.
    DealerWin,
    /// Nobody won.
    Goulash,
    /// A false mahjong.
    FalseMahjong,
}

/// What a false mahjong costs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FalseMahjong {
    /// The points paid to each other player; absent: the table states them each time.
    #[serde(default)]
    #[schemars(range(max = 1_000_000))]
    pub(super) points: Option<u32>,
}

/// The JSON schema of the documents.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Document).to_value()
}
