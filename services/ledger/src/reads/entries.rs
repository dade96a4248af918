//! The entries themselves, as the bytes that were hashed.

use crate::{ClubId, Hash, Ledger, Result};

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its sequence number.
    pub seq: u64,
    /// Its canonical bytes.
    pub leaf: Vec<u8>,
    /// Their hash.
    pub leaf_hash: Hash,
}

impl Ledger {
    /// Up to `limit` entries of a club that follow `after_seq` (0: from the first), in order.
    pub async fn entries(
        &self,
        club: ClubId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<StoredEntry>> {
        let _ = (club, after_seq, limit);
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
