//! What a reading shows of the patterns.

use super::set::{PatternIndex, PatternSet};
use super::{Pattern, bonus, honours, sets, special, suits, winning};
use crate::Shape;
use crate::condition::Conditions;
use crate::hand_features::HandFeatures;

/// What a reading shows: patterns, and what variants may demand besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Matches {
    pub(crate) patterns: PatternSet,
    /// Looked at only where one of the patterns is conditional.
    pub(crate) conditions: Conditions,
    dragon_pungs: u8,
}

impl Matches {
    /// Nothing is seen of a declared result.
    pub(crate) const NONE: Matches = Matches {
        patterns: PatternSet::EMPTY,
        conditions: Conditions::NONE,
        dragon_pungs: 0,
    };

    /// What a reading shows, `house` being what it shows of the variant's own patterns, and `beside_bonus_tiles` what the
    /// variant lets count with a win by bonus tiles.
    #[inline]
    pub(crate) fn of(
        facts: &HandFeatures,
        house: PatternSet,
        conditional: PatternSet,
        beside_bonus_tiles: PatternSet,
    ) -> Matches {
        let all = sets::matched(facts)
            | suits::matched(facts)
            | honours::matched(facts)
            | special::matched(facts)
            | winning::matched(facts)
            | bonus::matched(facts);
        // A hand that wins by its bonus tiles is not read, and nothing else is seen in it but what the variant lets count. It
        // is paid as self-drawn, and counts as that.
        const BONUS_TILES: PatternSet = PatternSet::EMPTY
            .with_if(Pattern::SevenBonusTiles, true)
            .with_if(Pattern::EightBonusTiles, true);
        let patterns = match facts.shape {
            Shape::BonusTiles => {
                let all = (all | house).with_if(Pattern::SelfDraw, true);
                all & (BONUS_TILES | beside_bonus_tiles)
            }
            Shape::Standard | Shape::SevenPairs | Shape::ThirteenOrphans => all | house,
        };
        Matches {
            patterns,
            conditions: if (patterns & conditional).is_empty() {
                Conditions::NONE
            } else {
                Conditions::of(facts)
            },
            dragon_pungs: facts.dragon_pungs() as u8,
        }
    }

    /// How often a matched pattern is there: once, but each pung of dragons for itself.
    pub(crate) fn times(&self, pattern: PatternIndex) -> u32 {
        // No branch: which patterns a hand shows cannot be predicted.
        let is_dragon_pung = pattern == Pattern::DragonPung.into();
        [1, self.dragon_pungs.into()][usize::from(is_dragon_pung)]
    }
}
