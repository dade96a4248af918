//! What patterns are worth under a variant, and which of them count together.

use super::Condition;
use crate::Pattern;

/// A pattern that a document can name, by its place: those of the catalogue from 0 in its order, a document's house
/// patterns from [`PatternIndex::FIRST_HOUSE`] in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PatternIndex(u8);

const _: () = assert!(Pattern::COUNT <= PatternIndex::FIRST_HOUSE as usize);

impl PatternIndex {
    /// The place of the first house pattern.
    pub(crate) const FIRST_HOUSE: u8 = 64;

    pub(crate) const fn get(self) -> usize {
        self.0 as usize
    }

    /// Its stable id.
    pub(crate) fn id(self) -> &'static str {
        crate::catalogue()
            .nth(self.get())
            .map_or("", |definition| definition.id)
    }

    /// Those that have a value.
    pub(crate) fn all(worths: &[Option<Worth>]) -> impl Iterator<Item = PatternIndex> {
        let places = (0..=u8::MAX).zip(worths);
        places.filter_map(|(place, worth)| worth.as_ref().map(|_| PatternIndex(place)))
    }
}

impl From<Pattern> for PatternIndex {
    fn from(pattern: Pattern) -> PatternIndex {
        PatternIndex(pattern as u8)
    }
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
#[allow(dead_code, reason = "scoring does not count by them yet")]
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) patterns: Vec<PatternIndex>,
}

/// Patterns that bring at most so many fan together.
#[allow(dead_code, reason = "scoring does not count by them yet")]
#[derive(Debug)]
pub(crate) struct Cap {
    pub(crate) patterns: Vec<PatternIndex>,
    pub(crate) fan: u32,
}
