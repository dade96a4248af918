//! The rules that a club keeps.

use crate::page;
use crate::tables::variants;
use crate::{ClubId, ClubVariant, ClubVariants, Error, Hash, Ledger, Page, Result};

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
