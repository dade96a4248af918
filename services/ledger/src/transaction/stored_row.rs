//! A row that a transaction stores, by which its commit is recognised.

use crate::model::SealedEntry;
use crate::{ClubId, UserId};
use evidence::Hash;
use std::fmt;

/// A row that a transaction stores, as it is recognised again.
pub(super) enum StoredRow {
    Entry {
        club: ClubId,
        seq: u64,
        leaf_hash: Hash,
    },
    RefreshToken {
        user: UserId,
        token_hash: [u8; 32],
    },
}

impl StoredRow {
    pub(super) fn entry(club: ClubId, sealed: &SealedEntry) -> Self {
        Self::Entry {
            club,
            seq: sealed.entry.seq,
            leaf_hash: sealed.leaf_hash,
        }
    }
}

impl fmt::Display for StoredRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry { club, seq, .. } => write!(f, "entry {seq} of club {club}"),
            Self::RefreshToken { user, .. } => write!(f, "a refresh token of user {user}"),
        }
    }
}
