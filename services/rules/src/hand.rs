//! What a win states: the winner's tiles, and with which circumstances it was won.

use mahjong::{BonusTile, MeldKind, Tile, Wind};

use crate::circumstances::Circumstances;
use crate::stated_liability::StatedLiability;
use crate::tile_counts::TileCounts;

/// A set declared on the table, as it was stated: whether it is one is for the checks to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Meld {
    /// What it is said to be.
    pub kind: MeldKind,
    /// Its tiles.
    pub tiles: Vec<Tile>,
}

/// The tiles of a winner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The concealed tiles without the winning tile.
    pub concealed: Vec<Tile>,
    /// The tile that completes the hand; `None` only for a win by bonus tiles.
    pub winning_tile: Option<Tile>,
    /// The declared melds in the order they were declared.
    pub melds: Vec<Meld>,
    /// The flowers and seasons set aside.
    pub bonus_tiles: Vec<BonusTile>,
}

impl Hand {
    /// The concealed and the melded tiles, the winning tile apart.
    pub(crate) fn held(&self) -> impl Iterator<Item = Tile> + '_ {
        let melded = self.melds.iter().flat_map(|meld| &meld.tiles);
        self.concealed.iter().chain(melded).copied()
    }

    /// How many of each playing tile there are, melds and winning tile included.
    #[must_use]
    pub fn counts(&self) -> TileCounts {
        TileCounts::of(self.held().chain(self.winning_tile))
    }
}

/// A win outside a match, where seats are named by their winds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Win {
    /// The winner's tiles.
    pub hand: Hand,
    /// How it was won.
    pub circumstances: Circumstances<Wind>,
    /// The winner's seat wind.
    pub seat_wind: Wind,
    /// The prevailing wind.
    pub round_wind: Wind,
    /// Who is said to be liable for the win, if anybody is.
    pub liability: Option<StatedLiability<Wind>>,
}
