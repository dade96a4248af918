//! Sets of kinds of tiles.

use crate::packed::Places;
use crate::{Suit, Tile, Wind};

/// Some kinds of playing tiles, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TileKindSet(u64);

impl TileKindSet {
    pub(crate) const NONE: TileKindSet = TileKindSet(0);
    pub(crate) const DRAGONS: TileKindSet = TileKindSet::from(Tile::RED, 3);
    pub(crate) const WINDS: TileKindSet = TileKindSet::from(Tile::wind(Wind::East), 4);
    pub(crate) const HONOURS: TileKindSet = TileKindSet::WINDS.or(TileKindSet::DRAGONS);
    pub(crate) const SUITED: TileKindSet = TileKindSet((1 << 27) - 1);
    pub(crate) const TERMINALS: TileKindSet = TileKindSet::of_each_suit(1 | 1 << 8);
    /// The ranks 2–8.
    pub(crate) const MIDDLES: TileKindSet = TileKindSet::of_each_suit(0x0fe);
    const CHOW_STARTS: TileKindSet = TileKindSet::of_each_suit(0x07f);

    /// A kind and those that follow it, so many.
    pub(crate) const fn from(first: Tile, count: u32) -> TileKindSet {
        TileKindSet(((1 << count) - 1) << first.index())
    }

    /// The ranks of all three suits.
    const fn of_each_suit(ranks: u64) -> TileKindSet {
        TileKindSet(ranks | ranks << 9 | ranks << 18)
    }

    pub(crate) const fn of(tile: Tile) -> TileKindSet {
        TileKindSet::from(tile, 1)
    }

    pub(crate) const fn of_suit(suit: Suit) -> TileKindSet {
        TileKindSet(0x1ff << (9 * suit as u32))
    }

    pub(crate) const fn of_places(group: usize, places: Places) -> TileKindSet {
        TileKindSet(places.bits() << (9 * group as u32))
    }

    /// The ranks of a group of nine, 0–3, from the lowest bit.
    pub(crate) const fn of_group(self, group: usize) -> u64 {
        self.0 >> (9 * group as u32) & 0x1ff
    }

    #[must_use]
    pub(crate) const fn or(self, others: TileKindSet) -> TileKindSet {
        TileKindSet(self.0 | others.0)
    }

    #[must_use]
    pub(crate) const fn without(self, others: TileKindSet) -> TileKindSet {
        TileKindSet(self.0 & !others.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of them in the order of the tiles.
    pub(crate) const fn lowest(self) -> Option<Tile> {
        Tile::from_index(self.0.trailing_zeros() as usize)
    }

    /// Whether there is one and no more.
    pub(crate) const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    pub(crate) const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    pub(crate) const fn add(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// Whether all of some others are among them.
    pub(crate) const fn contain(self, others: TileKindSet) -> bool {
        others.0 & !self.0 == 0
    }

    /// Those that the next two ranks of their suit are among them, too.
    #[must_use]
    pub(crate) const fn sequences(self) -> TileKindSet {
        TileKindSet(self.0 & self.0 >> 1 & self.0 >> 2 & TileKindSet::CHOW_STARTS.0)
    }

    /// Takes the highest of them away.
    pub(crate) fn take_highest(&mut self) -> Option<Tile> {
        let highest = self.0.checked_ilog2()?;
        self.0 ^= 1 << highest;
        Tile::from_index(highest as usize)
    }

    /// Whether any of some others is among them.
    pub(crate) const fn meet(self, others: TileKindSet) -> bool {
        self.0 & others.0 != 0
    }
}

impl FromIterator<Tile> for TileKindSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileKindSet {
        let mut kinds = TileKindSet::NONE;
        tiles.into_iter().for_each(|tile| kinds.add(tile));
        kinds
    }
}
