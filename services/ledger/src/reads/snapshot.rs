//! What a writer looks at before it asks the engine.

use crate::reads::{book, matches};
use crate::tables::{Sql, keys};
use crate::{AsOf, ClubId, HashedEntry, Ledger, MatchBook, MatchId, MatchView, Result, UserId};
use futures_util::future::try_join;

/// What to look at.
#[derive(Debug, Clone)]
pub struct LookAt {
    /// The club.
    pub club: ClubId,
    /// The match.
    pub match_id: MatchId,
    /// The idempotency key of the request; none for a dry run.
    pub key: Option<KeyOf>,
}

/// An idempotency key, and whose it is.
#[derive(Debug, Clone)]
pub struct KeyOf {
    /// Whose.
    pub actor: UserId,
    /// On which route.
    pub route: &'static str,
    /// The key.
    pub key: String,
}

/// A match at one moment, and what the key of a request was used for before.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The match.
    pub view: MatchView,
    /// What the key was used for before.
    pub prior: Option<Prior>,
}

/// The same, with everything that happened in the match.
#[derive(Debug, Clone, PartialEq)]
pub struct BookSnapshot {
    /// The match.
    pub book: MatchBook,
    /// What the key was used for before.
    pub prior: Option<Prior>,
}

/// What an idempotency key was used for.
#[derive(Debug, Clone, PartialEq)]
pub struct Prior {
    /// The hash of that request.
    pub fingerprint: [u8; 32],
    /// The last entry it wrote.
    pub entry: HashedEntry,
    /// Those it wrote before that one.
    pub earlier: Vec<HashedEntry>,
}

impl Ledger {
    /// Looks at a match in one short read.
    pub async fn snapshot(&self, at: LookAt) -> Result<Snapshot> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                try_join(matches::one(sql, at.club, at.match_id), prior(sql, &at)).await
            };
            let (view, prior) = tx.read(at.club, looks).await?;
            Ok(Snapshot { view, prior })
        })
        .await
    }

    /// Looks at everything that happened in a match in one short read.
    pub async fn book_snapshot(&self, at: LookAt) -> Result<BookSnapshot> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                let book = book::one(sql, at.club, at.match_id, AsOf::Now.into());
                try_join(book, prior(sql, &at)).await
            };
            let (book, prior) = tx.read(at.club, looks).await?;
            Ok(BookSnapshot { book, prior })
        })
        .await
    }
}

async fn prior(sql: Sql<'_>, at: &LookAt) -> Result<Option<Prior>> {
    match &at.key {
        Some(key) => keys::prior(sql, at.club, key).await,
        None => Ok(None),
    }
}
