//! The registry of patterns: one list names every pattern with its predicate.
//!
//! What a pattern is *worth* is nowhere here; that is for a variant's document to say. A new pattern is a new
//! variant of [`Pattern`] and a [`Definition`] in the file of its group; the public catalogue follows by itself.

mod bonus;
mod honours;
mod sets;
pub(crate) mod special;
mod suits;
mod winning;

use std::sync::LazyLock;

use crate::facts::Facts;
use crate::reading::Shape;

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
    /// How often a reading shows it: 0 or 1, and up to 3 for `dragon_pung`.
    pub(crate) matches: fn(&Facts) -> u8,
}

/// The groups one after another, which is the order of [`Pattern`]: a test holds it to that.
static CATALOGUE: LazyLock<Vec<&'static Definition>> = LazyLock::new(|| {
    let groups: [&'static [Definition]; 6] = [
        &sets::DEFINITIONS,
        &suits::DEFINITIONS,
        &honours::DEFINITIONS,
        &special::DEFINITIONS,
        &winning::DEFINITIONS,
        &bonus::DEFINITIONS,
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

/// How often each pattern is matched by a reading.
pub(crate) struct Matches([u8; Pattern::COUNT]);

impl Matches {
    pub(crate) fn of(facts: &Facts) -> Matches {
        let mut matches = Matches([0; Pattern::COUNT]);
        // A hand that wins by its bonus tiles is not read, so nothing else can be seen in it.
        let readable = |pattern| match facts.reading.shape {
            Shape::BonusTiles => {
                matches!(pattern, Pattern::SevenBonusTiles | Pattern::EightBonusTiles)
            }
            Shape::Standard | Shape::SevenPairs | Shape::ThirteenOrphans => true,
        };
        for definition in catalogue().filter(|definition| readable(definition.pattern)) {
            matches.0[definition.pattern.index()] = (definition.matches)(facts);
        }
        matches
    }

    pub(crate) fn count(&self, pattern: Pattern) -> u8 {
        self.0[pattern.index()]
    }

    /// The patterns that are matched, in the order of the catalogue.
    pub(crate) fn matched(&self) -> impl Iterator<Item = Pattern> + '_ {
        catalogue()
            .map(|definition| definition.pattern)
            .filter(|&pattern| self.count(pattern) > 0)
    }
}
