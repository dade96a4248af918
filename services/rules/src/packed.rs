//! Counts of tiles packed into words, for the loops that see every hand.

use crate::{Tile, TileCounts};

/// The bits of one kind: enough for the eighteen tiles that a hand has at most.
const BITS: u32 = 5;
/// The bits of the nine kinds of a group.
const KINDS: u64 = (1 << (9 * BITS)) - 1;
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

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The place of the lowest kind; the group is not empty.
    pub(crate) const fn lowest(self) -> u32 {
        self.0.trailing_zeros() / BITS
    }

    /// The group without so many chows that start at a place, 0–8; `None` if they are not in it.
    #[must_use]
    pub(crate) const fn without_chows(self, place: u32, count: u64) -> Option<Group> {
        const CHOW: u64 = 1 | 1 << BITS | 1 << (2 * BITS);
        // A kind that is short borrows the bit that is set above its count; past the ninth place all are short.
        const ABOVE: u64 = (ONES | ONES << (2 * BITS)) << 4;
        let rest = (self.0 | ABOVE) - Group::of(place, CHOW * count);
        if rest & ABOVE == ABOVE {
            Some(Group(rest ^ ABOVE))
        } else {
            None
        }
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

    /// Whether there are at least 1112345678999.
    pub(crate) const fn has_nine_gates(self) -> bool {
        // A kind that is short borrows the bit that is set above its count.
        const ABOVE: u64 = ONES << 4;
        ((self.0 | ABOVE) - NINE_GATES) & ABOVE == ABOVE
    }
}

/// Some kinds of a group, from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places(u64);

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

    /// Whether there are some that start two places before a place, one before it, and there.
    pub(crate) const fn around(self, place: u32) -> [bool; 3] {
        let three = (self.0 << (2 * Chows::BITS)) >> (place * Chows::BITS);
        [
            three & 0b111 != 0,
            three >> Chows::BITS & 0b111 != 0,
            three >> (2 * Chows::BITS) & 0b111 != 0,
        ]
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
}

/// Some tiles: a group for each suit and one for the honours, each with what its tiles add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Packed {
    groups: [u64; 4],
}

impl Packed {
    /// The most tiles of which it can tell whether there are more than four of one, whatever they are.
    pub(crate) const MOST: usize = 20;
    /// Above its kinds, a group counts its tiles.
    const TOTAL: u32 = 9 * BITS;
    /// Above that, it adds up twice their places modulo three.
    const THIRDS: u32 = Packed::TOTAL + BITS;

    /// One of each tile, by its index. The other places are there because an index below a power of two needs no check.
    const ONE: [Packed; 64] = {
        let mut ones = [Packed { groups: [0; 4] }; 64];
        let mut index = 0;
        while index < Tile::KINDS {
            let place = index as u32 % 9;
            let third = (2 * place % 3) as u64;
            ones[index].groups[index / 9] =
                Group::of(place, 1) | 1 << Packed::TOTAL | third << Packed::THIRDS;
            index += 1;
        }
        ones
    };

    /// The place of a tile in its group.
    pub(crate) const fn place(tile: Tile) -> (usize, u32) {
        (tile.index() / 9, tile.index() as u32 % 9)
    }

    /// The tile at a place of a group, 0–3; of the seven honours, the last for a place that is none.
    pub(crate) fn tile(group: usize, place: u32) -> Tile {
        Tile::from_index(9 * group + place as usize).unwrap_or(Tile::WHITE)
    }

    const fn one(tile: Tile) -> &'static Packed {
        &Packed::ONE[tile.index() % Packed::ONE.len()]
    }

    pub(crate) fn add(&mut self, tile: Tile) {
        let more = Packed::one(tile);
        for (sums, more) in self.groups.iter_mut().zip(more.groups) {
            *sums = sums.wrapping_add(more);
        }
    }

    /// Takes one tile away that is there.
    pub(crate) fn remove(&mut self, tile: Tile) {
        let less = Packed::one(tile);
        for (sums, less) in self.groups.iter_mut().zip(less.groups) {
            *sums -= less;
        }
    }

    /// The tiles of a group, 0–3.
    pub(crate) const fn group(&self, group: usize) -> Group {
        Group(self.groups[group & 3] & KINDS)
    }

    pub(crate) fn suits(&self) -> [Group; 3] {
        std::array::from_fn(|suit| self.group(suit))
    }

    pub(crate) const fn honours(&self) -> Group {
        self.group(3)
    }

    pub(crate) fn count(&self, tile: Tile) -> u32 {
        let (group, place) = Packed::place(tile);
        self.group(group).count(place)
    }

    /// How many tiles a group has.
    pub(crate) const fn total_of(&self, group: usize) -> u32 {
        (self.groups[group & 3] >> Packed::TOTAL) as u32 & 0x1f
    }

    pub(crate) fn total(&self) -> u32 {
        (0..4).map(|group| self.total_of(group)).sum()
    }

    /// The kinds of a group of which there are two that can be the pair beside sets. The places of any set of a suit
    /// add up to a multiple of three, so those of all its tiles tell the place of the pair modulo three: twice it is
    /// what they leave, and twice that is the place again.
    pub(crate) const fn possible_pairs(&self, group: usize) -> Places {
        let Places(twos) = self.group(group).twos();
        let third = (self.groups[group & 3] >> Packed::THIRDS) as u32 % 3;
        let suited = THIRD << (third * BITS);
        Places(twos & if group < 3 { suited } else { ONES })
    }

    /// The tiles, in order.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, self.count(tile) as usize))
    }

    /// Whether there are more than four of a tile.
    pub(crate) fn is_overdrawn(&self) -> bool {
        // Five more than eleven need the fifth bit.
        const FIFTH: u64 = ONES << 4;
        let with_eleven = |group| self.group(group).0 + ONES * 11;
        (0..4).map(with_eleven).fold(0, |any, counts| any | counts) & FIFTH != 0
    }

    /// Whether fourteen tiles are seven different pairs.
    pub(crate) fn is_seven_pairs(&self) -> bool {
        // Two or none of each kind leave every other bit unset.
        let counts = (0..4).map(|group| self.group(group).0);
        counts.fold(0, |any, counts| any | counts) & !(ONES * 2) == 0 && self.total() == 14
    }

    /// Whether the tiles are one of each terminal and honour, and one of them twice.
    pub(crate) fn is_thirteen_orphans(&self) -> bool {
        let orphans = |group: &Group| group.present().0 == TERMINALS;
        self.honours().present().0 == HONOURS
            && self.suits().iter().all(orphans)
            && self.total() == 14
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
