//! The tree over a log's entries (RFC 6962 and 9162): its root, and proofs that an entry is in it or that it grew.
//!
//! [`Frontier`] is all that a log keeps in order to grow. A proof is made of [tiles](TileId), which [`ProofPlan`] asks for,
//! and checked by [`verify_inclusion`] and [`verify_consistency`].

mod frontier;
mod path;
mod plan;
mod tile;
mod verify;

pub use frontier::{BadFrontier, Frontier, Subtree};
pub use path::NoProof;
pub use plan::{NoTile, ProofPlan, Tiles};
pub use tile::{BadTile, TileId};
pub use verify::{BadProof, verify_consistency, verify_inclusion};

use crate::Hash;

/// The most leaves a tree may have: 2^63.
pub const MAX_SIZE: u64 = 1 << 63;

/// The root of the tree without leaves: SHA-256 of nothing.
pub fn empty_root() -> Hash {
    Hash::of(&[])
}

/// SHA-256(0x01 ‖ left ‖ right).
fn node_hash(left: Hash, right: Hash) -> Hash {
    Hash::of_parts(&[&[1], &left.0, &right.0])
}

/// The root over neighbouring complete subtrees, the largest and leftmost first; there is none over none.
fn root_over(subtrees: impl DoubleEndedIterator<Item = Hash>) -> Option<Hash> {
    subtrees.rev().reduce(|right, left| node_hash(left, right))
}
