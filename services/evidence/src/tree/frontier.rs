//! What a growing tree has to remember: the roots along its right edge.

use super::{MAX_SIZE, empty_root, node_hash, root_over};
use crate::Hash;

/// A tree by its size and the roots of its largest complete subtrees, one for each binary digit 1 of the size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    /// The largest, which is the leftmost, first.
    roots: Vec<Hash>,
}

/// The root of a complete subtree of 256^`level` leaves, the ones from `index` × 256^`level` on.
///
/// A [tile](crate::TileId) of the level is 256 of them. At level 0 they are the leaf hashes themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subtree {
    /// How large: 256^level leaves.
    pub level: u8,
    /// Its place among the subtrees of its level: 0, 1, 2, …
    pub index: u64,
    /// Its root.
    pub hash: Hash,
}

/// The bytes are not the frontier of a tree of that size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "{length} bytes are not the frontier of a tree of {size} leaves: it has at most 2^63, and 32 bytes for each binary \
     digit 1 of its size"
)]
pub struct BadFrontier {
    /// The size that was stated.
    pub size: u64,
    /// The bytes that were found.
    pub length: usize,
}

impl Frontier {
    /// The tree without leaves.
    pub const EMPTY: Self = Self {
        size: 0,
        roots: Vec::new(),
    };

    /// How many leaves it has.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends a leaf. Returns the subtrees that it completes, from level 1 up: none most of the time, one with every
    /// 256th leaf, two with every 65,536th.
    pub fn push(&mut self, leaf_hash: Hash) -> Vec<Subtree> {
        let mut completed = Vec::new();
        let mut hash = leaf_hash;
        // As one carries when adding 1 to the size: every subtree that has a neighbour of its size is joined with it.
        for height in 1..=self.size.trailing_ones() {
            if let Some(left) = self.roots.pop() {
                hash = node_hash(left, hash);
            }
            if let Some(level) = level_of(height) {
                let index = self.size >> height;
                completed.push(Subtree { level, index, hash });
            }
        }
        self.roots.push(hash);
        self.size += 1;
        completed
    }

    /// The root of the tree.
    pub fn root(&self) -> Hash {
        root_over(self.roots.iter().copied()).unwrap_or_else(empty_root)
    }

    /// The roots one after another, the largest subtree's first; the size is kept beside them.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.roots.iter().flat_map(|root| root.0).collect()
    }

    /// Reads what [`Frontier::to_bytes`] wrote of a tree of `size` leaves. Anything else is refused.
    pub fn from_bytes(size: u64, bytes: &[u8]) -> Result<Self, BadFrontier> {
        let (roots, rest) = bytes.as_chunks();
        let fits = size <= MAX_SIZE && roots.len() == size.count_ones() as usize;
        if !fits || !rest.is_empty() {
            let length = bytes.len();
            return Err(BadFrontier { size, length });
        }
        let roots = roots.iter().copied().map(Hash).collect();
        Ok(Self { size, roots })
    }
}

/// The level of tiles in which a subtree of 2^height leaves is one hash, if there is one.
fn level_of(height: u32) -> Option<u8> {
    let level = height.is_multiple_of(8).then_some(height / 8)?;
    level.try_into().ok()
}
