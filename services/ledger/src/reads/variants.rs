//! The rules that a club keeps.

use super::page;
use crate::tables::variants;
use crate::{ClubId, Error, Hash, Ledger, Page, Result};
use evidence::Timestamp;

/// A variant of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubVariant {
    /// The content hash of its document.
    pub hash: Hash,
    /// The document: canonical JSON.
    pub document: Vec<u8>,
    /// The sequence number of the entry that added it.
    pub added_seq: u64,
    /// When it was added.
    pub added_at: Timestamp,
    /// The entry that retired it, if it is retired: no match is opened under it then.
    pub retired_seq: Option<u64>,
}

/// A page of variants, the last added first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubVariants {
    /// The variants.
    pub variants: Vec<ClubVariant>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

impl Ledger {
    /// The variants of a club, the last added first; a page begins before the sequence number `before`.
    pub async fn club_variants(&self, club: ClubId, page: Page) -> Result<ClubVariants> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let variants = tx
                .read(club, async { variants::list(tx.sql()?, club, page).await })
                .await?;
            let (variants, next) = page::cut(variants, page.limit, |last| last.added_seq);
            Ok(ClubVariants { variants, next })
        })
        .await
    }

    /// A variant of a club.
    pub async fn club_variant(&self, club: ClubId, hash: Hash) -> Result<ClubVariant> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                let variant = variants::find(tx.sql()?, club, hash).await?;
                variant.ok_or(Error::NotFound("variant"))
            })
            .await
        })
        .await
    }
}
