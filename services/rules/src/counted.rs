//! What a score tells of the patterns that a hand shows: which count, which are capped, and which are left out.

use crate::condition::Condition;
use crate::{PatternIndex, PatternSet};

/// A pattern that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Which; [`Variant::pattern_id`](crate::Variant::pattern_id) names it.
    pub pattern: PatternIndex,
    /// How often it was matched, at least 1.
    pub count: u32,
    /// The fan it brings in all; 0 where it is a limit.
    pub fan: u32,
    /// Whether it makes a limit hand.
    pub limit: bool,
    /// Whether its fan count toward the minimum.
    pub counts_toward_minimum: bool,
}

/// Patterns from whose fan one of the variant's `caps` takes some away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capped {
    /// Those of the cap's patterns that count.
    pub patterns: PatternSet,
    /// The fan they would bring together.
    pub fan_before: u32,
    /// The fan they do bring: all that the cap allows. Those of them that count toward the minimum are held to the
    /// same number, by themselves.
    pub fan: u32,
}

/// A pattern that is matched but does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Which; [`Variant::pattern_id`](crate::Variant::pattern_id) names it.
    pub pattern: PatternIndex,
    /// Why.
    pub reason: LeftOutReason,
}

/// Why a matched pattern does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOutReason {
    /// Another matched pattern includes it.
    Included {
        /// That one.
        by: PatternIndex,
    },
    /// No fan are added to a limit.
    Limit {
        /// The pattern that makes the limit hand.
        by: PatternIndex,
    },
    /// Only the best of its group counts.
    Group {
        /// That one.
        by: PatternIndex,
    },
    /// A condition that the variant sets does not hold.
    Condition(Condition),
    /// The variant gives it no value.
    NoValue,
}

impl LeftOutReason {
    /// The reason in a word.
    #[must_use]
    pub const fn kind(self) -> mahjong::LeftOutReason {
        match self {
            LeftOutReason::Included { .. } => mahjong::LeftOutReason::Included,
            LeftOutReason::Limit { .. } => mahjong::LeftOutReason::Limit,
            LeftOutReason::Group { .. } => mahjong::LeftOutReason::Group,
            LeftOutReason::Condition(_) => mahjong::LeftOutReason::Condition,
            LeftOutReason::NoValue => mahjong::LeftOutReason::NoValue,
        }
    }
}
