//! The patterns that hands of one shape alone can show.

use super::Pattern;
use crate::WinningShape;

impl Pattern {
    /// The only shape of a complete hand that shows it; `None` if hands of several shapes do, or wins by bonus tiles.
    #[must_use]
    pub const fn only_shape(self) -> Option<WinningShape> {
        match self {
            Pattern::SevenPairs => Some(WinningShape::SevenPairs),
            Pattern::ThirteenOrphans => Some(WinningShape::ThirteenOrphans),
            // They speak of sets.
            Pattern::AllChows
            | Pattern::AllPungs
            | Pattern::ThreeConcealedPungs
            | Pattern::FourConcealedPungs
            | Pattern::ThreeKongs
            | Pattern::FourKongs
            | Pattern::MixedTerminals
            | Pattern::DragonPung
            | Pattern::LittleThreeDragons
            | Pattern::BigThreeDragons
            | Pattern::SeatWindPung
            | Pattern::RoundWindPung
            | Pattern::LittleFourWinds
            | Pattern::BigFourWinds
            | Pattern::PearlDragon
            | Pattern::RubyDragon
            | Pattern::JadeDragon
            | Pattern::KongReplacement
            | Pattern::DoubleKongReplacement
            // There are only six kinds of terminals.
            | Pattern::AllTerminals
            // Three of the ones and of the nines are no pairs.
            | Pattern::NineGates => Some(WinningShape::Standard),
            Pattern::AllSimples
            | Pattern::HalfFlush
            | Pattern::FullFlush
            | Pattern::AllHonours
            | Pattern::ConcealedHand
            | Pattern::SelfDraw
            | Pattern::RobbingKong
            | Pattern::LastTile
            | Pattern::Replacement
            | Pattern::Heaven
            | Pattern::Earth
            | Pattern::Man
            | Pattern::NoBonusTiles
            | Pattern::SeatFlower
            | Pattern::SeatSeason
            | Pattern::AllFlowers
            | Pattern::AllSeasons
            | Pattern::SevenBonusTiles
            | Pattern::EightBonusTiles => None,
        }
    }
}
