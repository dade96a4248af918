//! Counts of tiles packed into words, for the loops that see every hand.

use crate::{Tile, TileCounts};

/// The bits of one kind: enough for the eighteen tiles that a hand has at most.
const BITS: u32 = 5;
/// One tile of each of nine kinds.
const ONES: u64 = {
    let (mut ones, mut place) = (0, 0);
    while place < 9 {
        ones |= Group::of(place, 1);
        place += 1;
    }
    ones
};
/// One tile of every third kind.
const THIRD: u64 = Group::of(0, 1) + Group::of(3, 1) + Group::of(6, 1);
/// 1112345678999.
const NINE_GATES: u64 = ONES + Group::of(0, 2) + Group::of(8, 2);
const TERMINALS: u64 = Group::of(0, 1) + Group::of(8, 1);
/// One of each wind and dragon.
const HONOURS: u64 = ONES & !(Group::of(7, 1) + Group::of(8, 1));

/// The group of each tile, and one tile of it there.
const ONE: [(usize, u64); Tile::KINDS] = {
    let (mut ones, mut index) = ([(0, 0); Tile::KINDS], 0);
    while index < Tile::KINDS {
        ones[index] = (index / 9, Group::of(index as u32 % 9, 1));
        index += 1;
    }
    ones
};

/// How many tiles there are of the ranks of a suit, or of the winds and dragons. What asks for single counts expects
/// at most seven of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group(u64);

impl Group {
    const fn of(place: u32, count: u64) -> u64 {
        count << (place * BITS)
    }

    /// How many tiles there are of the kind at a place, 0–8.
    pub(crate) const fn count(self, place: u32) -> u32 {
        (self.0 >> (place * BITS)) as u32 & 0x1f
    }

    /// The group without some tiles that are in it.
    #[must_use]
    pub(crate) const fn without(self, place: u32, count: u64) -> Group {
        Group(self.0 - Group::of(place, count))
    }

    /// The group with some more tiles.
    #[cfg(test)]
    pub(crate) const fn with(self, place: u32, count: u64) -> Group {
        Group(self.0 + Group::of(place, count))
    }

    /// How many tiles there are: casting out thirty-ones adds up the digits in base 32.
    pub(crate) const fn total(self) -> u32 {
        (self.0 % 31) as u32
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The place of the lowest kind; the group is not empty.
    pub(crate) const fn lowest(self) -> u32 {
        self.0.trailing_zeros() / BITS
    }

    /// Whether so many chows can start at a place, 0–8.
    pub(crate) const fn has_chows(self, place: u32, count: u32) -> bool {
        // Past the ninth place there are no tiles.
        count == 0
            || (self.count(place + 1) >= count
                && self.count(place + 2) >= count
                && self.count(place) >= count)
    }

    /// The group without so many chows that are in it.
    #[must_use]
    pub(crate) const fn without_chows(self, place: u32, count: u32) -> Group {
        const CHOW: u64 = 1 | 1 << BITS | 1 << (2 * BITS);
        self.without(place, CHOW * count as u64)
    }

    /// The kinds of a suit of which there are two that can be the pair beside sets. The ranks of any set add up to a
    /// multiple of three, so those of the suit tell the rank of the pair modulo three.
    pub(crate) const fn possible_pairs(self) -> Places {
        let Places(twos) = self.twos();
        let ranks = Group(self.0 & ((THIRD << BITS) * 31)).total()
            + 2 * Group(self.0 & ((THIRD << (2 * BITS)) * 31)).total();
        // Twice the rank of the pair is what the sum leaves, so the pair is at what it is short of three.
        let third = (3 - ranks % 3) % 3;
        Places(twos & THIRD << (third * BITS))
    }

    const fn bit(self, bit: u32) -> u64 {
        (self.0 >> bit) & ONES
    }

    /// The kinds that are there.
    pub(crate) const fn present(self) -> Places {
        Places(self.bit(0) | self.bit(1) | self.bit(2))
    }

    /// The kinds of which there are at least two.
    pub(crate) const fn twos(self) -> Places {
        Places(self.bit(1) | self.bit(2))
    }

    /// The kinds of which there are at least three.
    pub(crate) const fn threes(self) -> Places {
        Places(self.bit(0) & self.bit(1) | self.bit(2))
    }

    /// The kinds of which there are more than four.
    const fn fives(self) -> Places {
        // Five more than eleven need the fifth bit.
        Places(((self.0 + ONES * 11) >> 4) & ONES)
    }

    /// Whether there are two or none of each kind.
    const fn is_pairs(self) -> bool {
        self.0 & !(ONES * 2) == 0
    }

    /// Whether there are at least 1112345678999.
    const fn has_nine_gates(self) -> bool {
        // A kind that is short borrows the bit that is set above its count.
        const ABOVE: u64 = ONES << 4;
        ((self.0 | ABOVE) - NINE_GATES) & ABOVE == ABOVE
    }
}

/// Some kinds of a group, from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places(u64);

impl Places {
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

impl Iterator for Places {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() / BITS;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// How many chows of a suit start at each rank, 0–4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chows(u32);

impl Chows {
    const BITS: u32 = 3;

    /// How many start at a place, 0–8.
    pub(crate) const fn count(self, place: u32) -> u32 {
        (self.0 >> (place * Chows::BITS)) & 0b111
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds some that start at a place.
    pub(crate) const fn add(&mut self, place: u32, count: u32) {
        self.0 += count << (place * Chows::BITS);
    }

    /// The place at which the lowest starts; 10 if there is none.
    pub(crate) const fn lowest(self) -> u32 {
        self.0.trailing_zeros() / Chows::BITS
    }

    /// Without one of the lowest, which is there.
    pub(crate) const fn without_lowest(self) -> Chows {
        Chows(self.0 - (1 << (self.lowest() * Chows::BITS)))
    }

    /// How many there are: casting out sevens adds up the digits in base 8.
    pub(crate) const fn total(self) -> u32 {
        self.0 % 7
    }
}

/// Some tiles: a group for each suit and one for the honours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Packed {
    groups: [Group; 4],
}

impl Packed {
    /// The most tiles it can count, whatever they are.
    pub(crate) const MOST: usize = 31;

    /// The place of a tile in its group.
    pub(crate) const fn place(tile: Tile) -> (usize, u32) {
        (tile.index() / 9, tile.index() as u32 % 9)
    }

    /// The tile at a place of a group, 0–3; of the seven honours, the last for a place that is none.
    pub(crate) fn tile(group: usize, place: u32) -> Tile {
        Tile::from_index(9 * group + place as usize).unwrap_or(Tile::WHITE)
    }

    pub(crate) fn add(&mut self, tile: Tile) {
        let (group, one) = ONE[tile.index()];
        let Group(counts) = &mut self.groups[group & 3];
        *counts = counts.wrapping_add(one);
    }

    /// Takes one tile away that is there.
    pub(crate) fn remove(&mut self, tile: Tile) {
        let (group, place) = Packed::place(tile);
        self.groups[group & 3] = self.groups[group & 3].without(place, 1);
    }

    pub(crate) const fn groups(&self) -> [Group; 4] {
        self.groups
    }

    pub(crate) const fn suits(&self) -> [Group; 3] {
        let [characters, dots, bamboos, _] = self.groups;
        [characters, dots, bamboos]
    }

    pub(crate) const fn honours(&self) -> Group {
        let [.., honours] = self.groups;
        honours
    }

    pub(crate) fn count(&self, tile: Tile) -> u32 {
        let (group, place) = Packed::place(tile);
        self.groups[group & 3].count(place)
    }

    pub(crate) fn total(&self) -> u32 {
        self.groups.iter().map(|group| group.total()).sum()
    }

    /// The tiles, in order.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, self.count(tile) as usize))
    }

    /// Whether there are more than four of a tile.
    pub(crate) fn is_overdrawn(&self) -> bool {
        self.groups.iter().any(|group| group.fives().len() > 0)
    }

    pub(crate) fn has_honours(&self) -> bool {
        !self.honours().is_empty()
    }

    /// Whether there are 1s or 9s.
    pub(crate) fn has_terminals(&self) -> bool {
        self.suits()
            .iter()
            .any(|suit| suit.present().0 & TERMINALS != 0)
    }

    /// Whether there are tiles of the ranks 2–8.
    pub(crate) fn has_middles(&self) -> bool {
        self.suits()
            .iter()
            .any(|suit| suit.present().0 & !TERMINALS != 0)
    }

    /// Whether fourteen tiles are seven different pairs.
    pub(crate) fn is_seven_pairs(&self) -> bool {
        self.groups.iter().all(|group| group.is_pairs()) && self.total() == 14
    }

    /// Whether the tiles are one of each terminal and honour, and one of them twice.
    pub(crate) fn is_thirteen_orphans(&self) -> bool {
        let orphans = |group: &Group| group.present().0 == TERMINALS;
        self.honours().present().0 == HONOURS
            && self.suits().iter().all(orphans)
            && self.total() == 14
    }

    /// Whether there are 1112345678999 of one suit and nothing of another.
    pub(crate) fn has_nine_gates(&self) -> bool {
        let alone = |suit: &Group| suit.total() == self.total();
        self.suits()
            .iter()
            .any(|suit| suit.has_nine_gates() && alone(suit))
    }
}

impl From<&TileCounts> for Packed {
    fn from(counts: &TileCounts) -> Packed {
        let mut packed = Packed::default();
        for (tile, count) in counts.present() {
            (0..count).for_each(|_| packed.add(tile));
        }
        packed
    }
}
