//! Who is signed in.

use super::snapshot;
use crate::tables::{members, sessions};
use crate::{ClubId, Error, Ledger, Result, Role, SignedIn, Snapshot, SnapshotRequest};
use futures_util::future::{try_join, try_join3};

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

    /// [`Ledger::role_of`] and [`Ledger::snapshot`] in one read; no snapshot if the club has no such match. Whether the role
    /// allows to look at the match, the caller decides before anybody is told of it.
    pub async fn role_and_snapshot(
        &self,
        who: SignedIn,
        at: SnapshotRequest,
    ) -> Result<(Option<Role>, Option<Snapshot>)> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                try_join3(
                    sessions::goes_on(sql, who),
                    members::role(sql, at.club, who.user),
                    snapshot::find(sql, &at),
                )
                .await
            };
            let (goes_on, role, snapshot) = tx.read(at.club, looks).await?;
            let known = goes_on.then_some((role, snapshot));
            known.ok_or(Error::SessionEnded)
        })
        .await
    }
}
