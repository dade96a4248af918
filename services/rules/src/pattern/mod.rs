//! The registry of patterns: one list names every pattern with its predicate.
//!
//! What a pattern is *worth* is nowhere here; that is for a variant's document to say. A new pattern is a new
//! variant of [`Pattern`] and a [`Definition`] in the file of its group; the public catalogue follows by itself.

mod bonus;
mod catalogue;
mod group;
mod honours;
mod matches;
mod only_shape;
mod set;
mod sets;
mod shown;
mod special;
mod suits;
mod winning;

pub use catalogue::catalogue;
pub(crate) use matches::Matches;
pub use set::{PatternIndex, PatternSet};
pub(crate) use shown::{Shown, and};

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

impl Pattern {
    /// How many patterns there are.
    pub const COUNT: usize = Pattern::EightBonusTiles as usize + 1;

    /// The place in the catalogue.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
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
    /// Why a reading shows it, as words that name the tiles.
    because: fn(&Shown<'_>) -> String,
}
