//! What a writer looks at before it asks the engine.

use crate::queries::{match_history, matches};
use crate::tables::{Sql, idempotency_keys};
use crate::{
    AsOf, ClubId, Error, IdempotencyKey, Ledger, MatchId, MatchView, MatchWithHistory, PriorWrite,
    Result,
};
use futures_util::future::try_join;

/// What to look at.
#[derive(Debug, Clone)]
pub struct SnapshotRequest {
    /// The club.
    pub club: ClubId,
    /// The match.
    pub match_id: MatchId,
    /// The idempotency key of the request; none for a dry run.
    pub key: Option<IdempotencyKey>,
}

/// A match at one moment, and what the key of a request was used for before.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The match.
    pub view: MatchView,
    /// What the key was used for before.
    pub prior: Option<PriorWrite>,
}

/// The same, with everything that happened in the match.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchHistorySnapshot {
    /// The match.
    pub history: MatchWithHistory,
    /// What the key was used for before.
    pub prior: Option<PriorWrite>,
}

impl Ledger {
    /// Looks at a match in one short read.
    pub async fn snapshot(&self, at: SnapshotRequest) -> Result<Snapshot> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async { find(tx.sql()?, &at).await };
            let snapshot = tx.read(at.club, looks).await?;
            snapshot.ok_or(Error::NotFound("match"))
        })
        .await
    }

    /// Looks at everything that happened in a match in one short read.
    pub async fn match_history_snapshot(
        &self,
        at: SnapshotRequest,
    ) -> Result<MatchHistorySnapshot> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                let history = match_history::one(sql, at.club, at.match_id, AsOf::Now.into());
                try_join(history, prior(sql, &at)).await
            };
            let (history, prior) = tx.read(at.club, looks).await?;
            Ok(MatchHistorySnapshot { history, prior })
        })
        .await
    }
}

/// A match, and what the key was used for before; none if the club has no such match.
pub(super) async fn find(sql: Sql<'_>, at: &SnapshotRequest) -> Result<Option<Snapshot>> {
    let view = matches::find(sql, at.club, at.match_id);
    let (view, prior) = try_join(view, prior(sql, at)).await?;
    Ok(view.map(|view| Snapshot { view, prior }))
}

async fn prior(sql: Sql<'_>, at: &SnapshotRequest) -> Result<Option<PriorWrite>> {
    match &at.key {
        Some(key) => idempotency_keys::prior(sql, at.club, key).await,
        None => Ok(None),
    }
}
