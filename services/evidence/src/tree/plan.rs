//! Making proofs out of tiles, wherever those are kept.

use super::path::{NoProof, Path};
use super::tile::TileId;
use super::{Frontier, root_over};
use crate::Hash;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The hashes of tiles, each in order.
pub type Tiles = BTreeMap<TileId, Vec<Hash>>;

/// A proof before its hashes are known: which tiles it takes, and what to make of them.
#[derive(Debug)]
pub struct ProofPlan {
    /// For each hash of the proof, the complete subtrees that it is the root over, the largest first.
    parts: Vec<Vec<Piece>>,
}

/// A tile is missing, or not as many hashes of it are there as it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the proof takes {0} with all of its hashes")]
pub struct NoTile(pub TileId);

impl ProofPlan {
    /// A proof that the leaf `index` is in the tree of `size` leaves.
    pub fn inclusion(index: u64, size: u64) -> Result<Self, NoProof> {
        Ok(Self::along(&Path::to_leaf(index, size)?, size))
    }

    /// A proof that the tree of `new_size` leaves grew out of the one of `old_size`.
    pub fn consistency(old_size: u64, new_size: u64) -> Result<Self, NoProof> {
        Ok(Self::along(&Path::to_older(old_size, new_size)?, new_size))
    }

    fn along(path: &Path, size: u64) -> Self {
        let siblings = path.siblings.iter().map(|sibling| &sibling.leaves);
        let parts = path.stated_end.iter().chain(siblings);
        Self {
            parts: parts.map(|leaves| pieces(leaves, size)).collect(),
        }
    }

    /// The tiles it takes, each as wide as it is in the tree of the proof.
    pub fn tiles(&self) -> BTreeSet<TileId> {
        self.parts
            .iter()
            .flatten()
            .map(|piece| piece.tile)
            .collect()
    }

    /// The proof, made from its tiles.
    pub fn proof(&self, tiles: &Tiles) -> Result<Vec<Hash>, NoTile> {
        let mut proof = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let roots = part.iter().map(|piece| piece.root(tiles));
            let roots = roots.collect::<Result<Vec<_>, _>>()?;
            proof.extend(root_over(roots.into_iter()));
        }
        Ok(proof)
    }
}

/// A complete subtree, as a stretch of neighbouring hashes of one tile: a power of two, below 256.
#[derive(Debug)]
struct Piece {
    tile: TileId,
    hashes: Range<usize>,
}

/// The complete subtrees that make up a subtree of the tree of this size, the largest first.
fn pieces(leaves: &Range<u64>, size: u64) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut start = leaves.start;
    while let Some(height) = (leaves.end - start).checked_ilog2() {
        pieces.push(Piece::of(start, height, size));
        start += 1 << height;
    }
    pieces
}

impl Piece {
    /// The subtree of the 2^height leaves from `start` on.
    fn of(start: u64, height: u32, size: u64) -> Self {
        let (level, within) = (height / 8, height % 8);
        let first = start >> (8 * level);
        let tile = TileId::holding(level as u8, first, size);
        let first = (first - tile.hashes().start) as usize;
        let hashes = first..first + (1 << within);
        Self { tile, hashes }
    }

    fn root(&self, tiles: &Tiles) -> Result<Hash, NoTile> {
        let hashes = tiles
            .get(&self.tile)
            .filter(|hashes| hashes.len() == usize::from(self.tile.width()))
            .and_then(|hashes| hashes.get(self.hashes.clone()))
            .ok_or(NoTile(self.tile))?;
        let mut subtree = Frontier::EMPTY;
        for hash in hashes {
            subtree.push(*hash);
        }
        Ok(subtree.root())
    }
}
