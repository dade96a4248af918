//! Why a pattern holds, and why one does not count, in words that name the tiles.

use crate::pattern::{Shown, and};
use crate::{Capped, Condition, LeftOutReason, PatternIndex, Score, Variant, Win};

/// Why a reading shows a pattern, as words that name the tiles: `pungs of C and F`. The pattern must be one that the
/// score counts or leaves out.
#[must_use]
pub fn explain(variant: &Variant, win: &Win, score: &Score, pattern: PatternIndex) -> String {
    match (pattern.pattern(), &score.reading()) {
        (Some(pattern), Some(reading)) => pattern.because(&Shown { win, reading }),
        (None, _) => variant
            .house_pattern(pattern)
            .map_or_else(String::new, |house| {
                format!("the hand is one of which `{}` is true", house.text)
            }),
        (_, None) => "the table declared the result".to_owned(),
    }
}

impl LeftOutReason {
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

    /// Why the pattern does not count, as words.
    #[must_use]
    pub fn explain(&self, variant: &Variant) -> String {
        let name = |pattern| name(variant, pattern);
        match *self {
            LeftOutReason::Included { by } => format!("{} includes it", name(by)),
            LeftOutReason::Limit { by } => {
                format!("nothing is added to a limit, here {}", name(by))
            }
            LeftOutReason::Group { by } => {
                format!("only the best of its group counts, here {}", name(by))
            }
            LeftOutReason::Condition(condition) => demanded(condition).to_owned(),
            LeftOutReason::NoValue => "the variant gives it no value".to_owned(),
        }
    }
}

impl Capped {
    /// What the cap does, as words: `seat flower and seat season bring 1 fan at most, not 2`.
    #[must_use]
    pub fn explain(&self, variant: &Variant) -> String {
        let names: Vec<String> = self
            .patterns
            .into_iter()
            .map(|pattern| name(variant, pattern))
            .collect();
        let bring = if names.len() == 1 { "brings" } else { "bring" };
        let Capped {
            fan, fan_before, ..
        } = self;
        format!(
            "{} {bring} {fan} fan at most, not {fan_before}",
            and(&names)
        )
    }
}

fn name(variant: &Variant, pattern: PatternIndex) -> String {
    variant.pattern_names(pattern).0.to_lowercase()
}

fn demanded(condition: Condition) -> &'static str {
    match condition {
        Condition::Concealed => "it counts only if nothing was claimed before the winning tile",
        Condition::SelfDrawn => "it counts only self-drawn",
        Condition::SuitedPair => "it counts only with a pair of a suit",
        Condition::Pure => "it counts only if the thirteen tiles before were 1112345678999",
        Condition::BonusTileWin => "it counts only if the hand is won by its bonus tiles",
        Condition::NotSeatWind => "it counts only if the round wind is not the seat wind too",
    }
}
