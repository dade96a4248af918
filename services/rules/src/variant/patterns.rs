//! What a variant says of patterns, of the catalogue and of its own.

use super::worth::{Value, Worth};
use super::{HousePattern, Variant};
use crate::condition::Condition;
use crate::house::View;
use crate::pattern::{PatternIndex, PatternSet, catalogue};
use crate::steps::{STEPS_OF_READING, StepBudget};
use crate::{Pattern, Reading, Shape, Win};

/// What a pattern is worth under a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternWorth<'v> {
    /// The fan for each time it is matched; 0 where it is a limit.
    pub fan: u32,
    /// Whether it makes a limit hand.
    pub limit: bool,
    /// Whether its fan count toward the minimum.
    pub counts_toward_minimum: bool,
    /// The patterns that are not counted beside it.
    pub includes: &'v [PatternIndex],
    /// What must hold besides.
    pub when: &'v [Condition],
}

impl Variant {
    /// The most steps that the house patterns of a document may need for one reading, all together. A document that
    /// may need more is refused.
    pub const MOST_STEPS_OF_A_READING: u64 = 40_000;

    /// The most readings that a hand has.
    pub const MOST_READINGS: u64 = 32;

    /// The most steps that scoring one hand takes, under any variant: a request that is given as many is never refused
    /// for the sake of one hand.
    pub const MOST_STEPS_OF_A_HAND: u64 =
        Variant::MOST_READINGS * (Variant::MOST_STEPS_OF_A_READING + STEPS_OF_READING);

    /// The id of a pattern, of the catalogue or of this variant's own.
    #[must_use]
    pub fn pattern_id(&self, pattern: PatternIndex) -> &str {
        match self.house_pattern(pattern) {
            Some(house) => &house.id,
            None => pattern.pattern().map_or("", Pattern::id),
        }
    }

    /// The English and the Traditional Chinese name of a pattern; the latter is empty where there is none.
    #[must_use]
    pub fn pattern_names(&self, pattern: PatternIndex) -> (&str, &str) {
        if let Some(house) = self.house_pattern(pattern) {
            return (&house.name.english, &house.name.traditional_chinese);
        }
        let entry = catalogue().find(|entry| Some(entry.pattern) == pattern.pattern());
        entry.map_or(("", ""), |entry| (entry.english, entry.traditional_chinese))
    }

    /// A pattern of its own; `None` for one of the catalogue.
    pub(crate) fn house_pattern(&self, pattern: PatternIndex) -> Option<&HousePattern> {
        self.house.get(pattern.house_place()?)
    }

    /// The patterns of its own, sorted by id.
    #[must_use]
    pub fn house_patterns(&self) -> &[HousePattern] {
        &self.house
    }

    /// Whether it has patterns of its own.
    pub(crate) fn has_house_patterns(&self) -> bool {
        !self.house.is_empty()
    }

    /// The patterns of its own that a reading shows; of a win by bonus tiles, those that go with it. One whose expression fails for it is not matched; if the budget is
    /// spent afterwards, so may be others.
    pub(crate) fn matched_house_patterns(
        &self,
        win: &Win,
        reading: &Reading,
        budget: &StepBudget,
    ) -> PatternSet {
        let view = View::of(win, reading);
        budget.take(STEPS_OF_READING);
        let house = self.house.iter().enumerate();
        let house = house.filter_map(|(place, house)| Some((PatternIndex::house(place)?, house)));
        let asked = house.filter(|(pattern, _)| {
            reading.shape != Shape::BonusTiles || self.bonus_tile_win_patterns.contains(*pattern)
        });
        let matched = asked.filter(|(_, house)| house.expression.is_shown_by(&view, budget));
        matched.map(|(pattern, _)| pattern).collect()
    }

    /// What a pattern is worth; `None` if it has no value.
    #[must_use]
    pub fn pattern_worth(&self, pattern: PatternIndex) -> Option<PatternWorth<'_>> {
        let worth = self.worth(pattern)?;
        Some(PatternWorth {
            fan: worth.fan(),
            limit: worth.value == Value::Limit,
            counts_toward_minimum: worth.counts_toward_minimum,
            includes: &worth.includes,
            when: &worth.when,
        })
    }

    pub(crate) fn worth(&self, pattern: impl Into<PatternIndex>) -> Option<&Worth> {
        self.worths.get(pattern.into().index())?.as_ref()
    }
}
