//! By which subjects of OIDC issuers people come in, and whose account that is.

use crate::tables::identities::{self, Linked};
use crate::{ClubId, IdentityId, Ledger, Result, Role, UserId, chance};
use evidence::Timestamp;

/// Somebody as an OIDC issuer knows them.
#[derive(Clone, PartialEq, Eq)]
pub struct Subject {
    /// The issuer, as its tokens have it (`iss`).
    pub issuer: String,
    /// Who it is there (`sub`): 1–255 characters of ASCII.
    pub name: String,
}

/// A subject that is linked to an account: its tokens let in there.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// Which.
    pub id: IdentityId,
    /// Who it is at which issuer.
    pub subject: Subject,
    /// Since when.
    pub linked_at: Timestamp,
    /// When it was used last, give or take ten minutes.
    pub used_at: Option<Timestamp>,
}

/// Why the subject of an OIDC issuer does not go with an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unlinked {
    /// It is linked to no account.
    #[error("the identity is linked to no account")]
    Nobodys,
    /// It is linked to somebody else's account.
    #[error("the identity is linked to another account")]
    Anothers,
    /// The account is linked to another subject of the same issuer.
    #[error("the account is linked to another identity of the issuer")]
    OtherLinked,
}

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

    /// Whose account a subject comes in to; [`Unlinked::Nobodys`] if nobody's. That it does is written down once in ten
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
    let linked = linked.ok_or(Unlinked::Nobodys)?;
    let now = chance::now();
    if !linked.use_is_noted(now) {
        let tx = ledger.transaction().await?;
        tx.begin().await?;
        identities::note_use(tx.sql()?, linked.id, now).await?;
        tx.commit().await?;
    }
    Ok(linked)
}
