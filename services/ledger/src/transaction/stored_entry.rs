//! An entry that a transaction stores, by which its commit is recognised.

use crate::ClubId;
use crate::model::SealedEntry;
use evidence::Hash;

/// An entry that a transaction stores, as it is recognised again.
pub(super) struct StoredEntry {
    pub(super) club: ClubId,
    pub(super) seq: u64,
    pub(super) leaf_hash: Hash,
}

impl StoredEntry {
    pub(super) fn of(club: ClubId, sealed: &SealedEntry) -> Self {
        Self {
            club,
            seq: sealed.entry.seq,
            leaf_hash: sealed.leaf_hash,
        }
    }
}
