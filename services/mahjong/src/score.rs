//! What a hand was worth and why, as it was decided when it was recorded: it explains the hand without the rules.

use crate::{Chair, string_enum};
use serde::{Deserialize, Serialize};

/// The score of one winner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WinnerScore {
    /// Whose.
    #[cfg_attr(feature = "openapi", schema(value_type = u8, minimum = 1, maximum = 4))]
    pub chair: Chair,
    /// What the hand is worth.
    pub score: Score,
}

/// What a hand is worth, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The reading that counts; absent for a declared result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub reading: Option<Reading>,
    /// Every pattern that counts, in the order of the catalogue.
    pub counted: Vec<CountedPattern>,
    /// What the variant's `caps` take away from those patterns; absent where no cap is exceeded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub capped: Vec<CappedPatterns>,
    /// Every pattern that the tiles show but that does not count, and why.
    pub left_out: Vec<LeftOutPattern>,
    /// The fan in all: what counts, less what the variant's `caps` take away, and not held to its `cap`; 0 for a
    /// limit hand.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub fan: u32,
    /// The fan that count toward the table's minimum, each cap taken from these fan alone; 0 for a limit hand, which
    /// satisfies any minimum.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub fan_toward_minimum: u32,
    /// The minimum that the hand had to meet.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub minimum_fan: u32,
    /// Whether it is a limit hand.
    pub limit: bool,
    /// The base points that the variant's schedule gives for the fan, before multipliers.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub points: u32,
    /// Whether the table declared the result instead of showing tiles.
    pub declared: bool,
}

/// One way to read a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its shape.
    pub shape: Shape,
    /// Its sets and pair, declared melds first; the seven pairs; none for orphans and bonus tiles.
    pub sets: Vec<ReadSet>,
}

/// A set or pair of a reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReadSet {
    /// What it is.
    pub kind: SetKind,
    /// Its tiles, in notation.
    #[cfg_attr(feature = "openapi", schema(examples("222s")))]
    pub tiles: String,
    /// Whether it counts as concealed: made of own draws only.
    pub concealed: bool,
    /// Whether the winning tile stands in it.
    pub completed: bool,
}

/// A pattern that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CountedPattern {
    /// Its id in the catalogue (`/v1/patterns`).
    #[cfg_attr(feature = "openapi", schema(examples("half_flush")))]
    pub pattern: String,
    /// How often it was matched: two pungs of dragons count twice.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub count: u32,
    /// The fan it brings in all, before the variant's `caps`; 0 where it is a limit.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub fan: u32,
    /// Whether the variant makes it a limit hand.
    pub limit: bool,
    /// Whether its fan count toward the minimum.
    pub counts_toward_minimum: bool,
}

/// Patterns from whose fan one of the variant's `caps` takes some away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CappedPatterns {
    /// Those of the cap's patterns that count, by id.
    pub patterns: Vec<String>,
    /// The fan they would bring together.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub fan_before: u32,
    /// The fan they do bring: all that the cap allows. Those of them that count toward the minimum are held to the same number, by themselves.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub fan: u32,
}

/// A pattern that the tiles show but that does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LeftOutPattern {
    /// Its id in the catalogue.
    pub pattern: String,
    /// Why it does not count.
    pub reason: LeftOutReason,
    /// The pattern or condition the reason speaks of; absent for `no_value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub by: Option<String>,
}

string_enum! {
    /// The shape of a reading: four sets and a pair, seven pairs 七對子, thirteen orphans 十三么, or bonus tiles 花糊.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Shape {
        /// Four sets and a pair.
        Standard = "standard",
        /// 七對子: seven different pairs.
        SevenPairs = "seven_pairs",
        /// 十三么: one of each terminal and honour, and one of them twice.
        ThirteenOrphans = "thirteen_orphans",
        /// 花糊: won at once by bonus tiles.
        BonusTiles = "bonus_tiles",
    }
}

string_enum! {
    /// The kind of a set; `pair` is the eyes, or one pair of seven.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum SetKind {
        /// Three suit tiles in sequence.
        Chow = "chow",
        /// Three identical tiles.
        Pung = "pung",
        /// Four identical tiles.
        Kong = "kong",
        /// The eyes, or one pair of seven.
        Pair = "pair",
    }
}

string_enum! {
    /// Why a pattern was left out: another one includes it (`by` names it), the hand is a limit hand, a better one of
    /// its group counts, a condition of the variant failed, or the variant gives it no value.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum LeftOutReason {
        /// Another matched pattern with a value includes it.
        Included = "included",
        /// The hand is a limit hand, to which no fan are added.
        Limit = "limit",
        /// Only the best pattern of its group counts.
        Group = "group",
        /// The variant demands more of it.
        Condition = "condition",
        /// The variant gives it no value.
        NoValue = "no_value",
    }
}
