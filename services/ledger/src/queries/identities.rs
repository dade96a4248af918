//! By which subjects of OIDC issuers people come in, and whose account that is.

use crate::tables::identities;
use crate::tables::identities::Linked;
use crate::{
    ClubId, Identity, IdentityError, Ledger, Result, Role, Subject, UserId, clock_and_ids,
};

impl Ledger {
    /// The identities that an account is linked to, the last linked first.
    pub async fn identities(&self, user: UserId) -> Result<Vec<Identity>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async { identities::list(tx.sql()?, user).await };
            tx.read_of_no_club(looks).await
        })
        .await
    }

    /// Whose account a subject comes in to; [`IdentityError::Nobodys`] if nobody's. That it does is written down once in ten
    /// minutes.
    pub async fn user_of(&self, subject: Subject) -> Result<UserId> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async { identities::linked(tx.sql()?, &subject).await };
            let linked = tx.read_of_no_club(looks).await?;
            drop(tx);
            Ok(noted(&ledger, linked).await?.user)
        })
        .await
    }

    /// The same, and what that account is in a club, if anything.
    pub async fn role_of_subject(
        &self,
        subject: Subject,
        club: ClubId,
    ) -> Result<(UserId, Option<Role>)> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async { identities::linked_in(tx.sql()?, &subject, club).await };
            let linked = tx.read(club, looks).await?;
            drop(tx);
            let linked = noted(&ledger, linked).await?;
            Ok((linked.user, linked.role))
        })
        .await
    }
}

/// Notes that somebody comes in, unless that was noted a short while ago.
async fn noted(ledger: &Ledger, linked: Option<Linked>) -> Result<Linked> {
    let linked = linked.ok_or(IdentityError::Nobodys)?;
    let now = clock_and_ids::now();
    if !linked.use_is_noted(now) {
        let tx = ledger.transaction().await?;
        tx.begin().await?;
        identities::note_use(tx.sql()?, linked.id, now).await?;
        tx.commit().await?;
    }
    Ok(linked)
}
