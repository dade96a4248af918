//! The sets and pairs of a hand.

use std::ops::Deref;

use crate::tile_kind_set::TileKindSet;
use crate::{MeldKind, SetKind, Tile};

/// A set or pair in a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set {
    /// What it is.
    pub kind: SetKind,
    /// Its tile, the lowest of a chow.
    pub tile: Tile,
    /// Whether it counts as concealed: made of the winner's own draws only.
    pub concealed: bool,
}

impl Set {
    /// Its tiles, two to four.
    #[must_use]
    pub fn tiles(&self) -> Vec<Tile> {
        match self.kind {
            SetKind::Pair => vec![self.tile; 2],
            SetKind::Pung => vec![self.tile; 3],
            SetKind::Kong => vec![self.tile; 4],
            SetKind::Chow => self.tile.chow().map_or_else(Vec::new, Vec::from),
        }
    }

    /// A set of tiles that the winner drew.
    pub(crate) const fn drawn(kind: SetKind, tile: Tile) -> Set {
        Set {
            kind,
            tile,
            concealed: true,
        }
    }

    /// What a meld of tiles of some kinds is; `None` if it has none.
    fn declared(kind: MeldKind, kinds: TileKindSet) -> Option<Set> {
        let set = match kind {
            MeldKind::Chow => SetKind::Chow,
            MeldKind::Pung => SetKind::Pung,
            MeldKind::ExposedKong | MeldKind::AddedKong | MeldKind::ConcealedKong => SetKind::Kong,
        };
        Some(Set {
            kind: set,
            tile: kinds.lowest()?,
            concealed: !kind.is_exposed(),
        })
    }
}

/// The sets and pairs of a reading, at most seven, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sets {
    sets: [Set; Sets::MOST],
    len: usize,
}

impl Sets {
    const MOST: usize = 7;

    pub(crate) const fn none() -> Sets {
        Sets {
            sets: [Set::drawn(SetKind::Pair, Tile::WHITE); Sets::MOST],
            len: 0,
        }
    }

    /// Adds a meld of tiles of some kinds, if there are any.
    pub(crate) fn declare(&mut self, kind: MeldKind, kinds: TileKindSet) {
        if let Some(set) = Set::declared(kind, kinds) {
            self.push(set);
        }
    }

    pub(crate) fn push(&mut self, set: Set) {
        if let Some(place) = self.sets.get_mut(self.len) {
            *place = set;
            self.len += 1;
        }
    }

    /// Says of the set at a place, which the winning tile completed, whether it counts as concealed.
    pub(crate) fn complete(&mut self, place: usize, concealed: bool) {
        self.sets[place].concealed = concealed;
    }
}

impl Deref for Sets {
    type Target = [Set];

    fn deref(&self) -> &[Set] {
        &self.sets[..self.len]
    }
}

impl std::fmt::Debug for Sets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
