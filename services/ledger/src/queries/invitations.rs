//! Invitations to become a member.

use crate::page;
use crate::tables::{clubs, invitations, users};
use crate::{
    ClubId, InvitationStatus, InvitationsPage, Ledger, OfferedInvitation, Page, PeopleError, Result,
};
use futures_util::future::try_join;

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

    /// The open invitation whose token has this hash. [`PeopleError::InvitationNotOpen`] where [`Ledger::accept_invitation`] has it.
    pub async fn offered_invitation(&self, token_hash: [u8; 32]) -> Result<OfferedInvitation> {
        self.run_read(async move |ledger: Self| offered(ledger, token_hash).await)
            .await
    }
}

async fn offered(ledger: Ledger, token_hash: [u8; 32]) -> Result<OfferedInvitation> {
    let tx = ledger.transaction().await?;
    let find = async { invitations::of_token(tx.sql()?, &token_hash).await };
    let found = tx.read_invitation(&token_hash, find).await?;
    let (club, id) = found.ok_or(PeopleError::InvitationNotOpen)?;
    // The lookup crosses clubs, so it is another transaction than the read of this one.
    drop(tx);
    let tx = ledger.transaction().await?;
    let reads = async {
        let sql = tx.sql()?;
        let (invitation, club) =
            try_join(invitations::find(sql, club, id), clubs::find(sql, club)).await?;
        let (invitation, club) = invitation.zip(club).ok_or(PeopleError::InvitationNotOpen)?;
        let maker = users::display_name(sql, invitation.made_by).await?;
        Ok((invitation, club, maker.flatten()))
    };
    let (invitation, club, maker) = tx.read(club, reads).await?;
    match invitation.status() {
        InvitationStatus::Open => {}
        InvitationStatus::Used | InvitationStatus::Revoked | InvitationStatus::Expired => {
            return Err(PeopleError::InvitationNotOpen.into());
        }
    }
    Ok(OfferedInvitation {
        club: club.name,
        time_zone: club.time_zone,
        role: invitation.role,
        invited_by: maker.ok_or(PeopleError::InvitationNotOpen)?,
        expires_at: invitation.expires_at,
    })
}
