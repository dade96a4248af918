//! What patterns are worth under a variant, and which of them count together.

use crate::PatternIndex;
use crate::condition::Condition;

/// The patterns that have a value, of values by [`PatternIndex`].
pub(crate) fn valued(worths: &[Option<Worth>]) -> impl Iterator<Item = PatternIndex> {
    let places = PatternIndex::all().zip(worths);
    places.filter_map(|(pattern, worth)| worth.as_ref().map(|_| pattern))
}

/// What a pattern is worth under a variant.
#[derive(Debug)]
pub(crate) struct Worth {
    pub(crate) value: Value,
    pub(crate) counts_toward_minimum: bool,
    pub(crate) includes: Vec<PatternIndex>,
    pub(crate) when: Vec<Condition>,
}

impl Worth {
    /// The fan for each time the pattern is matched; 0 for a limit.
    pub(crate) fn fan(&self) -> u32 {
        match self.value {
            Value::Fan(fan) => fan,
            Value::Limit => 0,
        }
    }
}

/// Fan for each time a pattern is matched, or the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Fan(u32),
    Limit,
}

/// Patterns of which only one counts: the one that brings the most fan, among equals the first.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) patterns: Vec<PatternIndex>,
}

/// Patterns that bring at most so many fan together.
#[derive(Debug)]
pub(crate) struct Cap {
    pub(crate) patterns: Vec<PatternIndex>,
    pub(crate) fan: u32,
}
