//! The tiles: 34 kinds of playing tile, four of each, and eight bonus tiles, one of each.

use crate::Wind;

/// A suit of nine ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Characters 萬, written `m`.
    Characters,
    /// Dots 筒, written `p`.
    Dots,
    /// Bamboos 索, written `s`.
    Bamboos,
}

impl Suit {
    /// The suits, in the order of the tiles.
    pub const ALL: [Suit; 3] = [Suit::Characters, Suit::Dots, Suit::Bamboos];
}

/// A kind of playing tile, of which there are four copies.
///
/// The order is characters, dots, bamboos (1–9 each), winds (East, South, West, North) and dragons
/// (red, green, white).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// How many kinds there are.
    pub const KINDS: usize = 34;
    /// How many copies of each kind there are.
    pub const COPIES: u8 = 4;
    /// The red dragon 中.
    pub const RED: Tile = Tile(31);
    /// The green dragon 發.
    pub const GREEN: Tile = Tile(32);
    /// The white dragon 白.
    pub const WHITE: Tile = Tile(33);

    const FIRST_WIND: u8 = 27;
    const FIRST_DRAGON: u8 = 31;

    /// The kind at a place of the order, 0–33.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < Tile::KINDS {
            Some(Tile(index as u8))
        } else {
            None
        }
    }

    /// A suit tile; `None` unless `rank` is 1–9.
    #[must_use]
    #[inline]
    pub const fn suited(suit: Suit, rank: u8) -> Option<Tile> {
        match rank {
            1..=9 => Some(Tile(suit as u8 * 9 + rank - 1)),
            _ => None,
        }
    }

    /// The tile of a wind.
    #[must_use]
    #[inline]
    pub const fn wind(wind: Wind) -> Tile {
        Tile(Tile::FIRST_WIND + wind as u8)
    }

    /// Every kind, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> {
        (0..Tile::KINDS as u8).map(Tile)
    }

    /// The place in the order, 0–33.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit; `None` for honours.
    #[must_use]
    #[inline]
    pub const fn suit(self) -> Option<Suit> {
        match self.0 / 9 {
            0 => Some(Suit::Characters),
            1 => Some(Suit::Dots),
            2 => Some(Suit::Bamboos),
            _ => None,
        }
    }

    /// The rank, 1–9; `None` for honours.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> Option<u8> {
        if self.is_honour() {
            None
        } else {
            Some(self.0 % 9 + 1)
        }
    }

    /// Whether it is a wind or a dragon.
    #[must_use]
    #[inline]
    pub const fn is_honour(self) -> bool {
        self.0 >= Tile::FIRST_WIND
    }

    /// Whether it is a dragon.
    #[must_use]
    #[inline]
    pub const fn is_dragon(self) -> bool {
        self.0 >= Tile::FIRST_DRAGON
    }

    /// Whether it is a wind.
    #[must_use]
    #[inline]
    pub const fn is_wind(self) -> bool {
        self.is_honour() && !self.is_dragon()
    }

    /// Whether it is the 1 or 9 of a suit.
    #[must_use]
    #[inline]
    pub const fn is_terminal(self) -> bool {
        matches!(self.rank(), Some(1 | 9))
    }

    /// The tile so many places before it.
    #[must_use]
    #[inline]
    pub const fn back(self, places: u8) -> Option<Tile> {
        match self.0.checked_sub(places) {
            Some(place) => Some(Tile(place)),
            None => None,
        }
    }

    /// The three tiles of the chow that starts here; `None` for honours and from rank 8.
    #[must_use]
    #[inline]
    pub const fn chow(self) -> Option<[Tile; 3]> {
        match self.rank() {
            Some(1..=7) => Some([self, Tile(self.0 + 1), Tile(self.0 + 2)]),
            _ => None,
        }
    }
}

/// A bonus tile, of which there is one copy: four flowers, then four seasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BonusTile(u8);

impl BonusTile {
    /// How many there are.
    pub const KINDS: usize = 8;

    /// The bonus tile at a place of the order, 0–7: plum, orchid, chrysanthemum, bamboo, spring,
    /// summer, autumn, winter.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<BonusTile> {
        if index < BonusTile::KINDS {
            Some(BonusTile(index as u8))
        } else {
            None
        }
    }

    /// The flower of a seat: plum is East's, orchid South's, chrysanthemum West's, bamboo North's.
    #[must_use]
    #[inline]
    pub const fn flower(seat: Wind) -> BonusTile {
        BonusTile(seat as u8)
    }

    /// The season of a seat: spring is East's, summer South's, autumn West's, winter North's.
    #[must_use]
    #[inline]
    pub const fn season(seat: Wind) -> BonusTile {
        BonusTile(4 + seat as u8)
    }

    /// The place in the order, 0–7.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a flower and not a season.
    #[must_use]
    #[inline]
    pub const fn is_flower(self) -> bool {
        self.0 < 4
    }
}
