//! Counts of tiles packed into words, for the loops that see every hand.

use crate::{Tile, TileCounts};

/// The bits of one kind: six for a count, and one bit above it.
const BITS: u32 = 7;
/// One tile of each of nine kinds.
const ONES: u64 = {
    let (mut ones, mut place) = (0, 0);
    while place < 9 {
        ones |= Group::of(place, 1);
        place += 1;
    }
    ones
};
/// A bit above the count of each kind. A kind of which more is taken than there is borrows it.
const ABOVE: u64 = ONES << (BITS - 1);
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
        (self.0 >> (place * BITS)) as u32 & 0x3f
    }

    /// The group without some tiles that are in it.
    #[must_use]
    pub(crate) const fn without(self, place: u32, count: u64) -> Group {
        Group(self.0 - Group::of(place, count))
    }

    /// Whether the tiles of a group, 0–3, at most four of each, are sets and nothing else, and which pungs and
    /// chows; none if they are not. Three pungs in sequence are not read as chows.
    #[inline(always)]
    pub(crate) const fn sets(self, group: usize) -> (bool, Places, Chows) {
        let (are_sets, Places(pungs), Chows(starts)) = if group < 3 {
            self.sets_of_suit()
        } else {
            self.sets_of_honours()
        };
        let kept = (are_sets as u64).wrapping_neg();
        (are_sets, Places(pungs & kept), Chows(starts & kept))
    }

    /// The lowest tile can only start a pung or chows, and three equal chows are as well three pungs. So three of it are
    /// a pung, and the rest of it starts chows. Let `tiles` be how many tiles each rank has, and `starts` how many chows
    /// start at each rank. All that follows is modulo three:
    ///
    /// ```text
    /// starts[rank] = tiles[rank] - starts[rank - 1] - starts[rank - 2]
    /// ```
    ///
    /// Written as polynomials, with the ranks as exponents, this is `tiles = starts * (1 + x + x^2)`. Modulo three,
    /// `1 + x + x^2` is `(1 - x)^2`. So `starts = tiles / (1 - x)^2 = tiles * (1 + 2x + 3x^2 + 4x^3 + …)`.
    // Without a loop and a branch: what a suit is cannot be predicted.
    #[inline(always)]
    const fn sets_of_suit(self) -> (bool, Places, Chows) {
        const CHOW: u64 = Group::of(0, 1) + Group::of(1, 1) + Group::of(2, 1);
        const LAST_START: u32 = 6;
        let starts = modulo_three(self.weighted());
        // What the chows leave is pungs, unless it is too few, or a chow starts too high.
        let rest = (self.0 | ABOVE).wrapping_sub(starts.wrapping_mul(CHOW));
        let are_sets = (!rest & ABOVE) | starts >> ((LAST_START + 1) * BITS) == 0;
        (are_sets, Places(rest & ONES), Chows(starts))
    }

    /// Winds and dragons can only be pungs.
    #[inline(always)]
    const fn sets_of_honours(self) -> (bool, Places, Chows) {
        let pungs = self.bit(0) & self.bit(1);
        let are_sets = self.0 == pungs * 3;
        (are_sets, Places(pungs), Chows(0))
    }

    /// The product `tiles * (1 + 2x + 3x^2 + 4x^3 + …)` of [`Group::sets`], with each factor modulo three: 1, 2, 0, 1, 2, 0
    /// and so on. Each number is at most 36, because there are at most four of each tile.
    const fn weighted(self) -> u64 {
        const WEIGHTS: u64 = THIRD + (THIRD << (BITS + 1));
        self.0.wrapping_mul(WEIGHTS)
    }

    const fn bit(self, bit: u32) -> u64 {
        (self.0 >> bit) & ONES
    }

    /// The kinds that are there.
    pub(crate) const fn present(self) -> Places {
        Places(self.bit(0) | self.bit(1) | self.bit(2))
    }

    /// The kinds of which there are at least two.
    const fn twos(self) -> Places {
        Places(self.bit(1) | self.bit(2))
    }

    /// The kinds of which two can be the pair beside sets. What the tiles weigh at the last place is a multiple of three for
    /// sets, and for a pair its own place, modulo three.
    pub(crate) const fn possible_pairs(self) -> Places {
        let weight = (self.weighted() >> (8 * BITS)) as u32 & 0x7f;
        Places(self.twos().0 & THIRD << (weight % 3 * BITS))
    }

    /// Whether there are at least 1112345678999.
    pub(crate) const fn has_nine_gates(self) -> bool {
        ((self.0 | ABOVE) - NINE_GATES) & ABOVE == ABOVE
    }
}

/// What each of nine numbers, at most 63, leaves modulo three.
const fn modulo_three(numbers: u64) -> u64 {
    // Four is one modulo three: so a number leaves the same as the sum of its digits to the base of four.
    const DIGIT: u64 = ONES * 0b11;
    const MORE: [u64; 3] = [ONES * 0b1111, ONES * 0b111, ONES];
    let digits = (numbers & DIGIT) + (numbers >> 2 & MORE[0]);
    let digits = (digits & DIGIT) + (digits >> 2 & MORE[1]);
    let digits = (digits & DIGIT) + (digits >> 2 & MORE[2]);
    let is_three = digits & digits >> 1 & ONES;
    digits - is_three * 3
}

/// Some kinds of a group, from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places(u64);

impl Places {
    /// A bit for each place, 0–8.
    pub(crate) const fn bits(self) -> u64 {
        // Three places move next to each other, then the three threes.
        const THREES: u64 = 0b111 * (1 | 1 << (3 * BITS) | 1 << (6 * BITS));
        let threes = (self.0 | self.0 >> (BITS - 1) | self.0 >> (2 * (BITS - 1))) & THREES;
        (threes | threes >> (3 * (BITS - 1)) | threes >> (6 * (BITS - 1))) & 0x1ff
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chows(u64);

impl Chows {
    /// Whether there are some that start two places before a place, one before it, and there.
    pub(crate) const fn around(self, place: u32) -> [bool; 3] {
        let three = (self.0 << (2 * BITS)) >> (place * BITS);
        [
            three & 0b111 != 0,
            three >> BITS & 0b111 != 0,
            three >> (2 * BITS) & 0b111 != 0,
        ]
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds some that start at a place.
    pub(crate) const fn add(&mut self, place: u32, count: u64) {
        self.0 += Group::of(place, count);
    }

    /// The place at which the lowest starts; 9 if there is none.
    pub(crate) const fn lowest(self) -> u32 {
        self.0.trailing_zeros() / BITS
    }

    /// Without one of the lowest, which is there.
    pub(crate) const fn without_lowest(self) -> Chows {
        Chows(self.0 - Group::of(self.lowest(), 1))
    }
}

/// How many chows start at each rank of each suit, 0–2: two bits for each suit, among the bits of the rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChowsBySuit(u64);

impl ChowsBySuit {
    /// With those of a group that has none so far. The honours have none.
    #[must_use]
    pub(crate) const fn with(self, group: usize, chows: Chows) -> ChowsBySuit {
        ChowsBySuit(self.0 | chows.0 << (2 * group as u32))
    }

    pub(crate) const fn of(self, group: usize) -> Chows {
        const DIGITS: [u64; 4] = [ONES * 3, ONES * 3, ONES * 3, 0];
        Chows(self.0 >> (2 * group as u32) & DIGITS[group & 3])
    }

    /// How many there are.
    pub(crate) const fn total(self) -> u32 {
        sum(self.of(0).0 + self.of(1).0 + self.of(2).0)
    }
}

/// The sum of nine numbers. The sum is at most 127.
const fn sum(numbers: u64) -> u32 {
    (numbers.wrapping_mul(ONES) >> (8 * BITS)) as u32 & 0x7f
}

/// Some tiles: a group for each suit and one for the honours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Packed {
    groups: [u64; 4],
}

impl Packed {
    /// So many tiles can be counted, whatever they are, and asked whether there are more than four of one.
    pub(crate) const MOST: usize = 20;

    /// One of each tile, by its index. The other places are there because an index below a power of two needs no check.
    const ONE: [Packed; 64] = {
        let mut ones = [Packed { groups: [0; 4] }; 64];
        let mut index = 0;
        while index < Tile::KINDS {
            ones[index].groups[index / 9] = Group::of(index as u32 % 9, 1);
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
        Group(self.groups[group & 3])
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

    /// How many there are. Of more than [`Packed::MOST`], any number.
    pub(crate) fn total(&self) -> u32 {
        let [characters, bamboos, dots, honours] = self.groups;
        let all = [bamboos, dots, honours];
        sum(all.into_iter().fold(characters, u64::wrapping_add))
    }

    /// The tiles, in order.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, self.count(tile) as usize))
    }

    /// Whether there are more than four of a tile.
    pub(crate) fn is_overdrawn(&self) -> bool {
        // Only five or more reach the bit above.
        let more = |counts: &u64| counts + (ABOVE - ONES * 5);
        let any = self.groups.iter().map(more).fold(0, |any, more| any | more);
        any & ABOVE != 0
    }

    /// Whether fourteen tiles are seven different pairs.
    pub(crate) fn is_seven_pairs(&self) -> bool {
        // Two or none of each kind leave every other bit unset.
        let any = self.groups.iter().fold(0, |any, counts| any | counts);
        any & !(ONES * 2) == 0 && self.total() == 14
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suit;

    #[test]
    fn each_number_is_taken_modulo_three() {
        for place in 0..9 {
            for number in 0..64 {
                let others = (ONES - Group::of(place, 1)) * (63 - number);
                let left = (ONES - Group::of(place, 1)) * ((63 - number) % 3);
                let numbers = others + Group::of(place, number);
                assert_eq!(modulo_three(numbers), left + Group::of(place, number % 3));
            }
        }
    }

    #[test]
    fn tiles_beyond_the_most_are_counted_as_any_number() {
        let mut nines = Packed::default();
        let ranks = [Suit::Characters, Suit::Bamboos, Suit::Dots].map(|suit| Tile::suited(suit, 9));
        for tile in ranks.into_iter().flatten() {
            (0..300).for_each(|_| nines.add(tile));
        }
        assert!(nines.total() <= 127);
    }

    #[test]
    fn places_are_bits() {
        for bits in 0..1 << 9 {
            let places = (0..9).filter(|place| bits >> place & 1 == 1);
            let places = Places(places.map(|place| Group::of(place, 1)).sum());
            assert_eq!(places.bits(), bits);
        }
    }
}
