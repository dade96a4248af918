//! The entries themselves, as the bytes that were hashed.

use crate::tables::entries;
use crate::{ApiKeyId, ClubId, Entry, Hash, Ledger, Result};

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its sequence number.
    pub seq: u64,
    /// Its canonical bytes.
    pub leaf: Vec<u8>,
    /// Their hash.
    pub leaf_hash: Hash,
    /// The API key by which it came, if by one. No bytes of the entry say so.
    pub api_key: Option<ApiKeyId>,
}

/// What an entry says, and the hash of the bytes that say it.
#[derive(Debug, Clone, PartialEq)]
pub struct HashedEntry {
    /// What it says.
    pub entry: Entry,
    /// The hash of its bytes.
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
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                entries::list(tx.sql()?, club, after_seq, limit).await
            })
            .await
        })
        .await
    }
}
