//! The entries themselves, as the bytes that were hashed.

use crate::tables::entries;
use crate::{ClubId, EntriesPage, Ledger, Result};

impl Ledger {
    /// At most `limit` entries of a club that follow `after_seq` (0: from the first), in order. They are fewer where they are large:
    /// a page has at most 1 MiB and one entry.
    pub async fn entries(&self, club: ClubId, after_seq: u64, limit: u32) -> Result<EntriesPage> {
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
