//! What a win states: the winner's tiles and how it was won.

use mahjong::{BonusTile, FirstTurn, KongKind, MeldKind, Replacement, Tile, Wind};

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

/// How the winning tile was got. `S` names a seat: a [`Wind`] outside a match, a
/// [`Chair`](crate::Chair) inside one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WonBy<S> {
    /// Drawn by the winner 自摸.
    SelfDraw,
    /// Discarded by another player.
    Discard {
        /// Who discarded it.
        from: S,
    },
    /// Taken from a kong that another player was declaring 搶槓.
    RobbedKong {
        /// Whose kong it was.
        from: S,
        /// The kind of kong.
        kong: KongKind,
    },
    /// Seven or eight bonus tiles win at once 花糊; paid as self-drawn.
    BonusTiles,
}

impl<S: Copy> WonBy<S> {
    /// Who gave the tile, if anybody did.
    #[must_use]
    pub fn from(&self) -> Option<S> {
        match *self {
            WonBy::Discard { from } | WonBy::RobbedKong { from, .. } => Some(from),
            WonBy::SelfDraw | WonBy::BonusTiles => None,
        }
    }

    /// Whether nobody gave the tile: a self-draw, or bonus tiles.
    #[must_use]
    pub fn is_own_draw(&self) -> bool {
        self.from().is_none()
    }

    /// The same with another name for the seat.
    #[must_use]
    pub fn map_seat<T>(self, name: impl FnOnce(S) -> T) -> WonBy<T> {
        match self {
            WonBy::SelfDraw => WonBy::SelfDraw,
            WonBy::Discard { from } => WonBy::Discard { from: name(from) },
            WonBy::RobbedKong { from, kong } => WonBy::RobbedKong {
                from: name(from),
                kong,
            },
            WonBy::BonusTiles => WonBy::BonusTiles,
        }
    }
}

/// What is known of a win besides the winner's tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circumstances<S> {
    /// How the winning tile was got.
    pub won_by: WonBy<S>,
    /// Whether it was the last tile of the wall, or the discard or kong that followed it 海底撈月.
    pub last_tile: bool,
    /// What it replaced, if anything.
    pub replacement: Option<Replacement>,
    /// Whether it was a first-turn win, and which.
    pub first_turn: Option<FirstTurn>,
}

impl<S: Copy> Circumstances<S> {
    /// The same with another name for the seat.
    #[must_use]
    pub fn map_seat<T>(self, name: impl FnOnce(S) -> T) -> Circumstances<T> {
        Circumstances {
            won_by: self.won_by.map_seat(name),
            last_tile: self.last_tile,
            replacement: self.replacement,
            first_turn: self.first_turn,
        }
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
