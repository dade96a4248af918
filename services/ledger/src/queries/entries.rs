//! The entries themselves, as the bytes that were hashed.

use crate::tables::entries;
use crate::transaction::Transaction;
use crate::{ClubId, EntriesPage, Ledger, Result};

impl Ledger {
    /// At most `limit` entries of a club that follow `after_seq` (0: from the first), in order. They are fewer where they are large:
    /// a page has at most 1 MiB and one entry.
    pub async fn entries(&self, club: ClubId, after_seq: u64, limit: u32) -> Result<EntriesPage> {
        self.run_late_read(club, async move |tx: Transaction| {
            tx.read(club, async {
                entries::list(tx.sql()?, club, after_seq, limit).await
            })
            .await
        })
        .await
    }
}
