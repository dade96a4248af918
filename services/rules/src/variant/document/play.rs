//! What a document says of points and of the course of a match.

use mahjong::LiabilityRule;
use schemars::JsonSchema;
use serde::Deserialize;

use super::name::Name;

/// A step of the schedule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Step {
    /// From how many fan.
    #[schemars(range(max = 1000))]
    pub(in crate::variant) from_fan: u32,
    /// The base points.
    #[schemars(range(max = 1_000_000))]
    pub(in crate::variant) points: u32,
}

/// What a limit hand pays.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Limit {
    /// The points; absent: those of the schedule at the cap, or at its last step where there is no cap.
    #[serde(default)]
    #[schemars(with = "u32", range(max = 1_000_000))]
    pub(in crate::variant) points: Option<u32>,
    /// Whether the multipliers apply; otherwise each other player pays just the points.
    pub(in crate::variant) multiplied: bool,
}

/// Who pays how often the base points: multiples of ½ from 0 to 8, the dealer's a whole number from 1 to 8.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Multipliers {
    /// Everyone, after a self-draw or a win by bonus tiles.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    pub(in crate::variant) self_draw: f64,
    /// Who gave the tile, by a discard or a robbed kong.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    pub(in crate::variant) discarder: f64,
    /// The others, when somebody gave the tile.
    #[schemars(range(min = 0, max = 8), extend("multipleOf" = 0.5))]
    pub(in crate::variant) other: f64,
    /// Besides that, between the dealer and the winner, either way.
    #[schemars(range(min = 1, max = 8))]
    pub(in crate::variant) dealer: u32,
}

/// Who gets a discard that several players claim to win.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Claims {
    /// The rule.
    pub(in crate::variant) several: Several,
    /// Patterns that go first whatever the order.
    #[serde(default)]
    #[schemars(length(max = 96), extend("uniqueItems" = true))]
    pub(in crate::variant) first: Vec<String>,
    /// Whether who passed up a winning tile may not claim an identical discard until their next draw.
    #[serde(default)]
    pub(in crate::variant) miss_win: bool,
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

/// A number of bonus tiles that wins at once.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
#[schemars(extend("enum" = [7, 8]))]
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
pub(in crate::variant) struct DealRule {
    /// After which results the dealer stays and an extra hand is played.
    #[schemars(length(max = 3), extend("uniqueItems" = true))]
    pub(in crate::variant) stays_after: Vec<StaysAfter>,
    /// The same for the last deal of the last round, if a table has another rule there: for example, the deal passes after
    /// a goulash, but a match does not end with one. Absent: as `stays_after`.
    #[serde(default)]
    #[schemars(with = "Vec<StaysAfter>", length(max = 3), extend("uniqueItems" = true))]
    pub(in crate::variant) last_deal_stays_after: Option<Vec<StaysAfter>>,
    /// The most hands in a row with the same dealer and round, the first one counted; absent: no limit.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 100))]
    pub(in crate::variant) most_hands: Option<u32>,
    /// Whether there are rounds. Without them the deal never moves, no wind prevails, nobody deals, and a match goes
    /// on until the players end it.
    #[serde(default = "yes")]
    pub(in crate::variant) rounds: bool,
}

/// A result after which the deal may stay.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(in crate::variant) enum StaysAfter {
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
pub(in crate::variant) struct FalseMahjong {
    /// The rule.
    #[serde(default)]
    #[schemars(extend("default" = "points"))]
    pub(in crate::variant) rule: FalseMahjongRule,
    /// The points paid to each other player; absent: the table states them each time.
    #[serde(default)]
    #[schemars(with = "u32", range(max = 1_000_000))]
    pub(in crate::variant) points: Option<u32>,
}

/// A rule for a false mahjong.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum FalseMahjongRule {
    /// It is paid for in points, and the hand is cancelled.
    #[default]
    Points,
    /// Play goes on with the hand open on the table, and nothing is paid.
    OpenHand,
}

/// A rule by which one player pays for all three 包. The table says with a win that it applies and who is liable; what the
/// tiles and circumstances can tell is held against the rule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Liability {
    /// When a player is liable.
    pub(in crate::variant) rule: LiabilityRule,
    /// The winning hands that it punishes: those that show one of these patterns and, if `limit` stands among them,
    /// every limit hand. Absent: the hand that the rule speaks of, whatever hand it is where it speaks of none. A hand
    /// of honours, or a limit hand, that could be foreseen has no rule of its own: it is named here.
    #[serde(default)]
    #[schemars(with = "Vec<String>", length(min = 1, max = 96), extend("uniqueItems" = true))]
    pub(in crate::variant) hands: Option<Vec<String>>,
    /// The least the liable player pays in all, in points; absent: just what all three would have paid.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000))]
    pub(in crate::variant) at_least: Option<u32>,
    /// Who pays if another player than the liable one then gives the winning tile, which only a rule about a meld or a
    /// kong leaves open.
    #[serde(default)]
    #[schemars(extend("default" = "discarder"))]
    pub(in crate::variant) other_discard: OtherDiscard,
}

/// Who pays if another player than the liable one discards the winning tile.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum OtherDiscard {
    /// Who gave the tile is liable instead, and pays for all three.
    #[default]
    Discarder,
    /// The liable player pays for all three all the same.
    Liable,
    /// The liable player and who gave the tile pay half each.
    Halves,
}

/// A penalty that the table may impose.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Penalty {
    /// What people call it.
    pub(in crate::variant) name: Name,
    /// Its usual amount; absent: the table states it each time.
    #[serde(default)]
    #[schemars(with = "u32", range(max = 1_000_000))]
    pub(in crate::variant) points: Option<u32>,
}

fn yes() -> bool {
    true
}
