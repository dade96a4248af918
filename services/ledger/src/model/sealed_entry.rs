//! An entry on its way into the ledger.

use crate::{Error, HashedEntry, MAX_LEAF_BYTES, Result};
use evidence::{Entry, Frontier, Hash, Subtree, leaf_hash};

/// An entry whose bytes and hash are made, ready to be stored, and the tree with it in it.
pub(crate) struct SealedEntry {
    pub(crate) entry: Entry,
    pub(crate) leaf: Vec<u8>,
    pub(crate) leaf_hash: Hash,
    /// The tree over the club's entries up to this one.
    pub(crate) tree: Frontier,
    /// The subtrees that it completes.
    pub(crate) completes: Vec<Subtree>,
}

impl From<SealedEntry> for HashedEntry {
    fn from(sealed: SealedEntry) -> Self {
        Self {
            entry: sealed.entry,
            leaf_hash: sealed.leaf_hash,
        }
    }
}

/// The bytes of an entry that is to be written here. Refused with [`Error::EntryTooLarge`] if they were too many: an entry is for ever, and
/// one that is too long to be read cannot be verified, nor can its club move.
pub(crate) fn leaf_to_write(entry: &Entry) -> Result<Vec<u8>> {
    let leaf = entry.to_bytes().map_err(Error::Unwritable)?;
    match leaf.len() > MAX_LEAF_BYTES {
        true => Err(Error::EntryTooLarge { bytes: leaf.len() }),
        false => Ok(leaf),
    }
}

impl SealedEntry {
    /// The entry that is appended to a tree. Refused with [`Error::EntryTooLarge`].
    pub(crate) fn new(entry: Entry, tree: Frontier) -> Result<Self> {
        let leaf = leaf_to_write(&entry)?;
        Ok(Self::appended(entry, leaf, tree))
    }

    /// An entry that was written elsewhere, as it was hashed there, appended to a tree.
    pub(crate) fn of_leaf(leaf: Vec<u8>, tree: Frontier) -> Result<Self> {
        let seq = tree.size().saturating_add(1);
        let damaged = |reason: String| Error::Damaged { seq, reason };
        let entry = Entry::parse(&leaf).map_err(|refusal| damaged(refusal.to_string()))?;
        match entry.seq == seq {
            true => Ok(Self::appended(entry, leaf, tree)),
            false => Err(damaged(format!("it says that it is entry {}", entry.seq))),
        }
    }

    fn appended(entry: Entry, leaf: Vec<u8>, mut tree: Frontier) -> Self {
        let leaf_hash = leaf_hash(&leaf);
        let completes = tree.push(leaf_hash);
        Self {
            entry,
            leaf,
            leaf_hash,
            tree,
            completes,
        }
    }
}

#[cfg(test)]
mod tests;
