//! Who is signed in.

use super::snapshot;
use crate::tables::{freshness, sessions};
use crate::transaction::Transaction;
use crate::{ClubId, Freshness, Ledger, Result, Role, SignedIn, Snapshot, SnapshotRequest};
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
            tx.read(club, async { sessions::role(tx.sql()?, who, club).await })
                .await
        })
        .await
    }

    /// [`Ledger::role_of`], and this ledger: its next read of the club goes on in the same transaction, until which a connection is kept.
    pub async fn role_and_open_read(
        &self,
        who: SignedIn,
        club: ClubId,
    ) -> Result<(Option<Role>, Self)> {
        self.run_read(async move |ledger: Self| {
            let mut tx = ledger.transaction().await?;
            let looks = async |tx: &Transaction| sessions::role(tx.sql()?, who, club).await;
            let role = tx.begin_read(club, looks).await?;
            Ok((role, ledger.going_on(tx)))
        })
        .await
    }

    /// [`Ledger::role_of`] and [`Ledger::freshness`] in one read. While the primary does not answer, the replica says both, if it may
    /// (`ReplicaConfig::without_primary`), of a session and a member that it has.
    pub async fn role_and_freshness(
        &self,
        who: SignedIn,
        club: ClubId,
    ) -> Result<(Option<Role>, Freshness)> {
        let primary = self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                try_join(
                    sessions::role(sql, who, club),
                    freshness::of_club(sql, club, None),
                )
                .await
            };
            let (role, (freshness, _)) = tx.read(club, looks).await?;
            Ok((role, freshness))
        });
        let looks = async |tx: &Transaction, freshness: Freshness| {
            let role = sessions::role(tx.sql()?, who, club).await?;
            Ok(role.map(|role| (Some(role), freshness)))
        };
        self.ask_either(club, primary, looks).await
    }

    /// How far the primary is with a club.
    pub async fn freshness(&self, club: ClubId) -> Result<Freshness> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async { freshness::of_club(tx.sql()?, club, None).await };
            Ok(tx.read(club, looks).await?.0)
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
                let (role, row, is_used) = sessions::role_and_match(sql, who, &at).await?;
                let prior = match is_used {
                    true => snapshot::prior(sql, &at).await?,
                    false => None,
                };
                let position = row.map(|row| row.position()).transpose()?;
                let snapshot = position.map(|position| Snapshot { position, prior });
                Ok((role, snapshot))
            };
            tx.read(at.club, looks).await
        })
        .await
    }
}
