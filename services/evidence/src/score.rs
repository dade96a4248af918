//! What a hand was worth and why, as it was decided when it was recorded: it explains the hand without the rules.

use crate::Chair;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// The score of one winner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinnerScore {
    /// Whose.
    pub chair: Chair,
    /// What the hand is worth.
    pub score: Score,
}

/// What a hand is worth, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The reading that counts; absent for a declared result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// Every pattern that counts.
    pub counted: Vec<CountedPattern>,
    /// What the variant's `caps` take away from those patterns; absent where no cap is exceeded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capped: Vec<CappedPatterns>,
    /// Every pattern the tiles show that does not count.
    pub left_out: Vec<LeftOutPattern>,
    /// The fan in all: what counts, less what the variant's `caps` take away, and not held to its `cap`; 0 for a
    /// limit hand.
    pub fan: u32,
    /// The fan that count toward the minimum; 0 for a limit hand.
    pub fan_toward_minimum: u32,
    /// The minimum the hand had to meet.
    pub minimum_fan: u32,
    /// Whether it is a limit hand.
    pub limit: bool,
    /// The base points of the schedule, before multipliers.
    pub points: u32,
    /// Whether the table declared the result instead of showing tiles.
    pub declared: bool,
}

/// One way to read a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its shape.
    pub shape: Shape,
    /// Its sets and pair, declared melds first.
    pub sets: Vec<ReadSet>,
}

/// A set or pair of a reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadSet {
    /// What it is.
    pub kind: SetKind,
    /// Its tiles, in notation.
    pub tiles: String,
    /// Whether it counts as concealed.
    pub concealed: bool,
    /// Whether the winning tile completed it.
    pub completed: bool,
}

/// A pattern that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedPattern {
    /// Its id in the catalogue.
    pub pattern: String,
    /// How often it was matched.
    pub count: u32,
    /// The fan it brings in all, before the variant's `caps`; 0 where it is a limit.
    pub fan: u32,
    /// Whether the variant makes it a limit hand.
    pub limit: bool,
    /// Whether its fan count toward the minimum.
    pub counts_toward_minimum: bool,
}

/// Patterns from whose fan a cap of the variant takes some away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CappedPatterns {
    /// Those of the cap's patterns that count.
    pub patterns: Vec<String>,
    /// The fan they would bring together.
    pub fan_before: u32,
    /// The fan they do bring. Those of them that count toward the minimum are held to the same number, by themselves.
    pub fan: u32,
}

/// A pattern that the tiles show but that does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOutPattern {
    /// Its id in the catalogue.
    pub pattern: String,
    /// Why it does not count.
    pub reason: LeftOutReason,
    /// The pattern or condition the reason speaks of; absent for `no_value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

words! {
    /// The shape of a reading.
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

words! {
    /// The kind of a set or pair.
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

words! {
    /// Why a pattern was left out.
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
