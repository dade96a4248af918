//! Sets of patterns.

use std::ops::{BitAnd, BitOr, Sub};

use super::Pattern;

const _: () = assert!(Pattern::COUNT <= PatternIndex::FIRST_HOUSE as usize);

/// The place of a pattern in a variant: 0–63 are the catalogue's, from 64 the variant's own house patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternIndex(u8);

impl PatternIndex {
    /// How many house patterns a variant may have.
    pub const MOST_HOUSE: usize = 32;
    /// How many places there are.
    pub(crate) const COUNT: usize = PatternIndex::FIRST_HOUSE as usize + PatternIndex::MOST_HOUSE;
    const FIRST_HOUSE: u8 = 64;

    /// The place of a house pattern, counted from 0; `None` if there cannot be so many.
    #[must_use]
    pub fn house(place: usize) -> Option<PatternIndex> {
        let place = u8::try_from(place).ok()?;
        (usize::from(place) < PatternIndex::MOST_HOUSE)
            .then(|| PatternIndex(PatternIndex::FIRST_HOUSE + place))
    }

    /// Every place, in order.
    pub(crate) fn all() -> impl Iterator<Item = PatternIndex> {
        (0..PatternIndex::COUNT as u8).map(PatternIndex)
    }

    /// The number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place among the house patterns, counted from 0; `None` for a pattern of the catalogue.
    #[must_use]
    pub fn house_place(self) -> Option<usize> {
        self.0
            .checked_sub(PatternIndex::FIRST_HOUSE)
            .map(usize::from)
    }
}

impl From<Pattern> for PatternIndex {
    fn from(pattern: Pattern) -> PatternIndex {
        PatternIndex(pattern as u8)
    }
}

/// Some patterns of a variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PatternSet {
    catalogue: u64,
    house: u64,
}

impl PatternSet {
    /// None.
    pub const EMPTY: PatternSet = PatternSet {
        catalogue: 0,
        house: 0,
    };

    /// The set with a pattern of the catalogue, if something holds.
    #[must_use]
    pub(crate) const fn with_if(self, pattern: Pattern, holds: bool) -> PatternSet {
        PatternSet {
            catalogue: self.catalogue | (holds as u64) << pattern as u64,
            ..self
        }
    }

    /// Puts a pattern into the set.
    pub const fn insert(&mut self, pattern: PatternIndex) {
        match pattern.0.checked_sub(PatternIndex::FIRST_HOUSE) {
            None => self.catalogue |= 1 << pattern.0,
            Some(house) => self.house |= 1 << house,
        }
    }

    /// Whether a pattern is in the set.
    #[must_use]
    pub const fn contains(self, pattern: PatternIndex) -> bool {
        match pattern.0.checked_sub(PatternIndex::FIRST_HOUSE) {
            None => self.catalogue >> pattern.0 & 1 == 1,
            Some(house) => self.house >> house & 1 == 1,
        }
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.catalogue | self.house == 0
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.catalogue.count_ones() + self.house.count_ones()
    }
}

impl FromIterator<PatternIndex> for PatternSet {
    fn from_iter<I: IntoIterator<Item = PatternIndex>>(patterns: I) -> PatternSet {
        let mut set = PatternSet::EMPTY;
        patterns.into_iter().for_each(|pattern| set.insert(pattern));
        set
    }
}

/// The patterns in the order of the variant: the catalogue's, then its own.
impl Iterator for PatternSet {
    type Item = PatternIndex;

    fn next(&mut self) -> Option<PatternIndex> {
        let lowest = |word: u64| word.trailing_zeros() as u8;
        if self.catalogue != 0 {
            let place = lowest(self.catalogue);
            self.catalogue &= self.catalogue - 1;
            Some(PatternIndex(place))
        } else if self.house != 0 {
            let place = lowest(self.house);
            self.house &= self.house - 1;
            Some(PatternIndex(PatternIndex::FIRST_HOUSE + place))
        } else {
            None
        }
    }
}

impl BitOr for PatternSet {
    type Output = PatternSet;

    fn bitor(self, other: PatternSet) -> PatternSet {
        PatternSet {
            catalogue: self.catalogue | other.catalogue,
            house: self.house | other.house,
        }
    }
}

impl BitAnd for PatternSet {
    type Output = PatternSet;

    fn bitand(self, other: PatternSet) -> PatternSet {
        PatternSet {
            catalogue: self.catalogue & other.catalogue,
            house: self.house & other.house,
        }
    }
}

impl Sub for PatternSet {
    type Output = PatternSet;

    fn sub(self, other: PatternSet) -> PatternSet {
        PatternSet {
            catalogue: self.catalogue & !other.catalogue,
            house: self.house & !other.house,
        }
    }
}
