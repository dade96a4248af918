//! How many of each tile a hand has.

use crate::{BonusTile, Tile};

/// How many of each kind of playing tile there are in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileCounts([u8; Tile::KINDS]);

impl TileCounts {
    /// Counts some tiles; a count stops at 255.
    #[must_use]
    pub fn of(tiles: impl IntoIterator<Item = Tile>) -> TileCounts {
        let mut counts = TileCounts([0; Tile::KINDS]);
        for tile in tiles {
            counts[tile] = counts[tile].saturating_add(1);
        }
        counts
    }

    /// How many tiles there are in all.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// The first kind of which there are more than the set of tiles has, with how many.
    pub(crate) fn overdrawn(&self) -> Option<(Tile, u8)> {
        self.present().find(|&(_, count)| count > Tile::COPIES)
    }

    /// The kinds that are there, in order, with how many.
    pub fn present(&self) -> impl Iterator<Item = (Tile, u8)> + '_ {
        Tile::all()
            .map(|tile| (tile, self[tile]))
            .filter(|&(_, count)| count > 0)
    }
}

impl std::ops::Index<Tile> for TileCounts {
    type Output = u8;

    fn index(&self, tile: Tile) -> &u8 {
        &self.0[tile.index()]
    }
}

impl std::ops::IndexMut<Tile> for TileCounts {
    fn index_mut(&mut self, tile: Tile) -> &mut u8 {
        &mut self.0[tile.index()]
    }
}

/// The first bonus tile that is there twice.
pub(crate) fn doubled(tiles: impl IntoIterator<Item = BonusTile>) -> Option<BonusTile> {
    let mut seen = [false; BonusTile::KINDS];
    let mut twice = [false; BonusTile::KINDS];
    for tile in tiles {
        twice[tile.index()] |= std::mem::replace(&mut seen[tile.index()], true);
    }
    twice
        .iter()
        .position(|&twice| twice)
        .and_then(BonusTile::from_index)
}
