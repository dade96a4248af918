//! Whether a proof proves what it is said to.

use super::path::{NoProof, Path, Sibling};
use super::{empty_root, node_hash};
use crate::Hash;

/// The proof does not prove it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadProof {
    /// No proof could.
    #[error(transparent)]
    None(#[from] NoProof),
    /// Hashes are missing, or there are more than belong to the proof.
    #[error("the proof has {expected} hashes, not {found}")]
    Length {
        /// How many it has.
        expected: usize,
        /// How many were there.
        found: usize,
    },
    /// It leads to another root.
    #[error("the proof leads to the root {found}, not to {expected}")]
    Root {
        /// The root it should lead to.
        expected: Hash,
        /// The root it leads to.
        found: Hash,
    },
    /// It starts from another tree than the older one.
    #[error("the proof starts from the root {found}, not from {expected}")]
    OldRoot {
        /// The older root.
        expected: Hash,
        /// The root it starts from.
        found: Hash,
    },
}

/// Checks that the leaf with this index and hash is in the tree of this size and root.
pub fn verify_inclusion(
    leaf_hash: Hash,
    index: u64,
    size: u64,
    proof: &[Hash],
    root: Hash,
) -> Result<(), BadProof> {
    let path = Path::to_leaf(index, size)?;
    check_length(path.siblings.len(), proof)?;
    let steps = path.siblings.iter().zip(proof);
    check_root(root, steps.fold(leaf_hash, join))
}

/// Checks that the newer tree is the older one with leaves appended, or none. Every tree grew out of the empty one, which
/// takes no hashes to prove; neither does that a tree is itself.
pub fn verify_consistency(
    old_size: u64,
    old_root: Hash,
    new_size: u64,
    new_root: Hash,
    proof: &[Hash],
) -> Result<(), BadProof> {
    let path = Path::to_older(old_size, new_size)?;
    if old_size == 0 {
        check_length(0, proof)?;
        return check_old_root(old_root, empty_root());
    }
    check_length(
        usize::from(path.stated_end.is_some()) + path.siblings.len(),
        proof,
    )?;
    let (start, rest) = match proof.split_first() {
        Some((stated, rest)) if path.stated_end.is_some() => (*stated, rest),
        Some(_) | None => (old_root, proof),
    };
    let steps = || path.siblings.iter().zip(rest);
    // What lies to the right of the way came later.
    let older = steps().filter(|(sibling, _)| sibling.is_left);
    check_old_root(old_root, older.fold(start, join))?;
    check_root(new_root, steps().fold(start, join))
}

fn join(hash: Hash, (sibling, stated): (&Sibling, &Hash)) -> Hash {
    if sibling.is_left {
        node_hash(*stated, hash)
    } else {
        node_hash(hash, *stated)
    }
}

fn check_length(expected: usize, proof: &[Hash]) -> Result<(), BadProof> {
    let found = proof.len();
    if found != expected {
        return Err(BadProof::Length { expected, found });
    }
    Ok(())
}

fn check_root(expected: Hash, found: Hash) -> Result<(), BadProof> {
    if found != expected {
        return Err(BadProof::Root { expected, found });
    }
    Ok(())
}

fn check_old_root(expected: Hash, found: Hash) -> Result<(), BadProof> {
    if found != expected {
        return Err(BadProof::OldRoot { expected, found });
    }
    Ok(())
}
