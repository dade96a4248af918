//! Invitations to become a member.

use crate::page;
use crate::tables::invitations;
use crate::{ClubId, InvitationsPage, Ledger, Page, Result};

impl Ledger {
    /// A page of the invitations of a club, the last made first.
    pub async fn invitations(&self, club: ClubId, page: Page) -> Result<InvitationsPage> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads = async { invitations::list(tx.sql()?, club, page).await };
            let read = tx.read(club, reads).await?;
            let (invitations, next) = page::cut(read, page.limit, |last| last.made_seq);
            Ok(InvitationsPage { invitations, next })
        })
        .await
    }
}
