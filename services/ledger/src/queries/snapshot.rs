//! What a writer looks at before it asks the engine.

use crate::queries::match_history;
use crate::tables::{Sql, idempotency_keys, matches};
use crate::{
    AsOf, ClubId, Error, IdempotencyKey, Ledger, MatchId, MatchPosition, MatchWithHistory,
    PriorWrite, Result,
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
    pub position: MatchPosition,
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
            let looks = async {
                let sql = tx.sql()?;
                let row = matches::find(sql, at.club, at.match_id);
                try_join(row, prior(sql, &at)).await
            };
            let (row, prior) = tx.read(at.club, looks).await?;
            let position = row.ok_or(Error::NotFound("match"))?.position()?;
            Ok(Snapshot { position, prior })
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

/// What the key was used for before.
pub(super) async fn prior(sql: Sql<'_>, at: &SnapshotRequest) -> Result<Option<PriorWrite>> {
    match &at.key {
        Some(key) => idempotency_keys::prior(sql, at.club, key).await,
        None => Ok(None),
    }
}
