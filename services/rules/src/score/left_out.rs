//! Patterns that are matched but do not count, and why.

use crate::{Condition, PatternIndex, Variant};

/// A pattern that is matched but does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Which; [`Variant::pattern_id`] names it.
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

    /// The id of the pattern, or the name of the condition, that the reason speaks of.
    #[must_use]
    pub fn by<'v>(&self, variant: &'v Variant) -> Option<&'v str> {
        match *self {
            LeftOutReason::Included { by }
            | LeftOutReason::Limit { by }
            | LeftOutReason::Group { by } => Some(variant.pattern_id(by)),
            LeftOutReason::Condition(condition) => Some(condition.id()),
            LeftOutReason::NoValue => None,
        }
    }
}
