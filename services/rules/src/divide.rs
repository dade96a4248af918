//! Dividing concealed tiles into sets and a pair.

use crate::reading::{Set, SetKind};
use crate::{Tile, TileCounts};

/// Up to four sets made of concealed tiles.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sets {
    sets: [Option<Set>; 4],
    len: usize,
}

impl Sets {
    pub(crate) fn iter(&self) -> impl Iterator<Item = Set> + '_ {
        self.sets.iter().copied().flatten()
    }

    fn push(&mut self, kind: SetKind, tile: Tile) {
        self.sets[self.len] = Some(Set {
            kind,
            tile,
            concealed: true,
        });
        self.len += 1;
    }

    fn pop(&mut self) {
        self.len -= 1;
        self.sets[self.len] = None;
    }
}

/// Shows every division of the tiles into so many sets (0–4) and a pair, each once, to `visit`.
pub(crate) fn each_division(tiles: &TileCounts, sets: usize, visit: &mut impl FnMut(&Sets, Tile)) {
    if sets > 4 || tiles.total() != 3 * sets + 2 {
        return;
    }
    let mut tiles = *tiles;
    for pair in Tile::all() {
        if tiles[pair] >= 2 {
            tiles[pair] -= 2;
            each_way(&mut tiles, None, &mut Sets::default(), &mut |found| {
                visit(found, pair)
            });
            tiles[pair] += 2;
        }
    }
}

/// The lowest tile left must start a pung or a chow, so no order is tried in vain; and once it started a chow
/// (`chow_from`) it starts no pung, so no division is met twice.
fn each_way(
    tiles: &mut TileCounts,
    chow_from: Option<Tile>,
    found: &mut Sets,
    visit: &mut impl FnMut(&Sets),
) {
    let Some((tile, count)) = tiles.present().next() else {
        return visit(found);
    };
    if count >= 3 && chow_from != Some(tile) {
        tiles[tile] -= 3;
        found.push(SetKind::Pung, tile);
        each_way(tiles, None, found, visit);
        found.pop();
        tiles[tile] += 3;
    }
    if let Some(chow) = tile
        .chow()
        .filter(|chow| chow.iter().all(|&tile| tiles[tile] > 0))
    {
        chow.iter().for_each(|&tile| tiles[tile] -= 1);
        found.push(SetKind::Chow, tile);
        each_way(tiles, Some(tile), found, visit);
        found.pop();
        chow.iter().for_each(|&tile| tiles[tile] += 1);
    }
}

/// The seven different pairs that the tiles are, if they are.
pub(crate) fn seven_pairs(tiles: &TileCounts) -> Option<[Tile; 7]> {
    if tiles.present().any(|(_, count)| count != 2) {
        return None;
    }
    let pairs: Vec<Tile> = tiles.present().map(|(tile, _)| tile).collect();
    pairs.try_into().ok()
}

/// Whether the tiles are one of each terminal and honour, and one of them twice.
pub(crate) fn thirteen_orphans(tiles: &TileCounts) -> bool {
    let orphan = |tile: Tile| tile.is_honour() || tile.is_terminal();
    tiles.total() == 14 && Tile::all().all(|tile| (tiles[tile] > 0) == orphan(tile))
}
