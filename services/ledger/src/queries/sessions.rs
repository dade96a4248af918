//! Who is signed in.

use crate::tables::{members, sessions};
use crate::{ClubId, Error, Ledger, Result, Role, SignedIn};
use futures_util::future::try_join;

impl Ledger {
    /// Whether the session goes on: neither a sign-out, a stolen token, a new password nor the account's end ended it.
    pub async fn is_signed_in(&self, who: SignedIn) -> Result<bool> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async { sessions::goes_on(tx.sql()?, who).await };
            tx.read_of_no_club(looks).await
        })
        .await
    }

    /// What somebody who is signed in is in a club, if anything; [`Error::SessionEnded`] if the session is over.
    pub async fn role_of(&self, who: SignedIn, club: ClubId) -> Result<Option<Role>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                try_join(
                    sessions::goes_on(sql, who),
                    members::role(sql, club, who.user),
                )
                .await
            };
            let (goes_on, role) = tx.read(club, looks).await?;
            goes_on.then_some(role).ok_or(Error::SessionEnded)
        })
        .await
    }
}
