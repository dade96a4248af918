//! What entries commit to, as far as it is still kept.

use crate::tables::openings;
use crate::{ClubId, Ledger, Result};
use evidence::{Entry, Opening, Salt};

/// Some openings, in the order of their entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Openings {
    /// The openings; possibly none, though more follow.
    pub openings: Vec<Opening>,
    /// After which entry to read on; none at the end.
    pub next: Option<u64>,
}

impl Ledger {
    /// The openings of a club's commitments after an entry (0: from the first), each of which was tried. Up to `limit`
    /// entries are looked at. What was erased has none, and neither has a name that was changed since.
    pub async fn openings(&self, club: ClubId, after_seq: u64, limit: u32) -> Result<Openings> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let list = async { openings::list(tx.sql()?, club, after_seq, limit).await };
            let found = tx.read(club, list).await?;
            let last = found.entries.last().map(|(entry, ..)| entry.seq);
            Ok(Openings {
                next: last.filter(|_| found.has_more),
                openings: found.entries.into_iter().filter_map(opening).collect(),
            })
        })
        .await
    }
}

fn opening((entry, text, salt): (Entry, String, Salt)) -> Option<Opening> {
    let opening = Opening {
        seq: entry.seq,
        field: entry.body.commitment()?.field,
        text,
        salt,
    };
    opening.opens(&entry).then_some(opening)
}
