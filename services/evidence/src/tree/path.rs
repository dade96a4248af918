//! The way through a tree from its root down to a leaf, or to what was once the right edge of a smaller tree.

use super::MAX_SIZE;
use std::ops::Range;

/// No such proof exists, whatever the tree holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoProof {
    /// The tree is too large.
    #[error("a tree has at most 2^63 leaves, not {0}")]
    TooLarge(u64),
    /// The leaf is beyond the tree.
    #[error("a tree of {size} leaves has none with the index {index}")]
    NoSuchLeaf {
        /// The leaf's index.
        index: u64,
        /// The tree's size.
        size: u64,
    },
    /// The tree that should be the older one is larger.
    #[error("a tree of {new_size} leaves did not grow out of one of {old_size}")]
    Shrunk {
        /// The older tree's size.
        old_size: u64,
        /// The newer tree's size.
        new_size: u64,
    },
}

/// A subtree beside the way: its root is one hash of a proof.
#[derive(Debug)]
pub(super) struct Sibling {
    /// Whether it lies to the left of the way.
    pub(super) is_left: bool,
    /// Its leaves.
    pub(super) leaves: Range<u64>,
}

/// A way through a tree.
#[derive(Debug)]
pub(super) struct Path {
    /// The leaves of the subtree it leads to, where the proof's first hash is the root of that.
    pub(super) stated_end: Option<Range<u64>>,
    /// The subtrees beside it, the deepest first: the order of a proof.
    pub(super) siblings: Vec<Sibling>,
}

impl Path {
    /// The way to a leaf.
    pub(super) fn to_leaf(index: u64, size: u64) -> Result<Self, NoProof> {
        check_size(size)?;
        if index >= size {
            return Err(NoProof::NoSuchLeaf { index, size });
        }
        let (_, siblings) = descend(index, size, |leaves| leaves.end - leaves.start == 1);
        Ok(Self {
            stated_end: None,
            siblings,
        })
    }

    /// The way to the largest subtree that ends where the older tree ended. If that is not the older tree itself, whose
    /// root is known, the proof has to state its root.
    pub(super) fn to_older(old_size: u64, new_size: u64) -> Result<Self, NoProof> {
        check_size(new_size)?;
        if old_size > new_size {
            return Err(NoProof::Shrunk { old_size, new_size });
        }
        let Some(last) = old_size.checked_sub(1) else {
            // Every tree grew out of the empty one: there is nothing to state.
            return Ok(Self {
                stated_end: None,
                siblings: Vec::new(),
            });
        };
        let (end, siblings) = descend(last, new_size, |leaves| leaves.end == old_size);
        Ok(Self {
            stated_end: (end.start > 0).then_some(end),
            siblings,
        })
    }
}

/// From the root toward a leaf, up to a subtree that is the `end`: its leaves, and what lay beside the way.
fn descend(
    leaf: u64,
    size: u64,
    is_end: impl Fn(&Range<u64>) -> bool,
) -> (Range<u64>, Vec<Sibling>) {
    let mut on = 0..size;
    let mut siblings = Vec::new();
    while !is_end(&on) {
        let middle = on.start + left_half(on.end - on.start);
        let (left, right) = (on.start..middle, middle..on.end);
        let is_left = leaf >= middle;
        let (next, leaves) = if is_left {
            (right, left)
        } else {
            (left, right)
        };
        siblings.push(Sibling { is_left, leaves });
        on = next;
    }
    siblings.reverse();
    (on, siblings)
}

fn check_size(size: u64) -> Result<(), NoProof> {
    if size > MAX_SIZE {
        return Err(NoProof::TooLarge(size));
    }
    Ok(())
}

/// How many of two or more leaves are in the left half: the largest power of two that leaves some for the right.
fn left_half(leaves: u64) -> u64 {
    1 << (leaves - 1).ilog2()
}
