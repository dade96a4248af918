//! The registry of patterns: one list names every pattern with its predicate.
//!
//! What a pattern is *worth* is nowhere here; that is for a variant's document to say. A new pattern is a new
//! variant of [`Pattern`] and a [`Definition`] in the file of its group; the public catalogue follows by itself.

/// Writes the patterns of a group once, each with its predicate: `DEFINITIONS` for people, and `matched` as one piece of
/// straight code for the hands.
macro_rules! patterns {
    ($($pattern:ident {
        id: $id:literal,
        english: $english:literal,
        traditional_chinese: $chinese:literal,
        jyutping: $jyutping:literal,
        definition: $definition:literal,
        example: $example:literal,
        matches: |$facts:ident| $matches:expr,
    })+) => {
        pub(super) static DEFINITIONS: &[super::Definition] = &[$(super::Definition {
            pattern: super::Pattern::$pattern,
            id: $id,
            english: $english,
            traditional_chinese: $chinese,
            jyutping: $jyutping,
            definition: $definition,
            example: $example,
        }),+];

        /// The patterns of this group that a reading shows.
        #[inline]
        pub(super) fn matched(facts: &$crate::hand_features::HandFeatures) -> super::PatternSet {
            super::PatternSet::EMPTY
                $(.with_if(super::Pattern::$pattern, { let $facts = facts; $matches }))+
        }
    };
}

mod bonus;
mod honours;
mod set;
mod sets;
mod special;
mod suits;
mod winning;

use std::sync::LazyLock;

pub use set::{PatternIndex, PatternSet};

use crate::Shape;
use crate::condition::Conditions;
use crate::hand_features::HandFeatures;

/// A pattern of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    missing_docs,
    reason = "each pattern is documented by its definition in the catalogue"
)]
pub enum Pattern {
    AllChows,
    AllPungs,
    ThreeConcealedPungs,
    FourConcealedPungs,
    ThreeKongs,
    FourKongs,
    AllSimples,
    HalfFlush,
    FullFlush,
    AllHonours,
    MixedTerminals,
    AllTerminals,
    DragonPung,
    LittleThreeDragons,
    BigThreeDragons,
    SeatWindPung,
    RoundWindPung,
    LittleFourWinds,
    BigFourWinds,
    SevenPairs,
    ThirteenOrphans,
    NineGates,
    PearlDragon,
    RubyDragon,
    JadeDragon,
    ConcealedHand,
    SelfDraw,
    RobbingKong,
    LastTile,
    KongReplacement,
    DoubleKongReplacement,
    Replacement,
    Heaven,
    Earth,
    Man,
    NoBonusTiles,
    SeatFlower,
    SeatSeason,
    AllFlowers,
    AllSeasons,
    SevenBonusTiles,
    EightBonusTiles,
}

/// A pattern's entry in the catalogue.
pub struct Definition {
    /// Which pattern.
    pub pattern: Pattern,
    /// Stable, public id, the same in JSON, proto and database.
    pub id: &'static str,
    /// English name.
    pub english: &'static str,
    /// Traditional Chinese name; empty where common usage has none.
    pub traditional_chinese: &'static str,
    /// Jyutping of the Chinese name; empty where there is none.
    pub jyutping: &'static str,
    /// When it is matched, as a sentence.
    pub definition: &'static str,
    /// A win that shows it, as [`notation::win`](crate::notation::win) reads it.
    pub example: &'static str,
}

/// The groups one after another, which is the order of [`Pattern`]: a test holds it to that.
static CATALOGUE: LazyLock<Vec<&'static Definition>> = LazyLock::new(|| {
    let groups: [&'static [Definition]; 6] = [
        sets::DEFINITIONS,
        suits::DEFINITIONS,
        honours::DEFINITIONS,
        special::DEFINITIONS,
        winning::DEFINITIONS,
        bonus::DEFINITIONS,
    ];
    groups.into_iter().flatten().collect()
});

/// The catalogue: every pattern, in the order of [`Pattern`].
pub fn catalogue() -> impl Iterator<Item = &'static Definition> {
    CATALOGUE.iter().copied()
}

impl Pattern {
    /// How many patterns there are.
    pub const COUNT: usize = Pattern::EightBonusTiles as usize + 1;

    /// The pattern with an id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Pattern> {
        catalogue()
            .find(|definition| definition.id == id)
            .map(|definition| definition.pattern)
    }

    /// Its stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        CATALOGUE[self.index()].id
    }

    /// The place in the catalogue.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

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

    /// What a reading shows, `house` being what it shows of the variant's own patterns.
    #[inline]
    pub(crate) fn of(facts: &HandFeatures, house: PatternSet, conditional: PatternSet) -> Matches {
        let all = sets::matched(facts)
            | suits::matched(facts)
            | honours::matched(facts)
            | special::matched(facts)
            | winning::matched(facts)
            | bonus::matched(facts);
        // A hand that wins by its bonus tiles is not read, so nothing else can be seen in it.
        const BONUS_TILES: PatternSet = PatternSet::EMPTY
            .with_if(Pattern::SevenBonusTiles, true)
            .with_if(Pattern::EightBonusTiles, true);
        let patterns = match facts.shape {
            Shape::BonusTiles => all & BONUS_TILES,
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
        if pattern == Pattern::DragonPung.into() {
            self.dragon_pungs.into()
        } else {
            1
        }
    }
}
