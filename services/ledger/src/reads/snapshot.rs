//! What a writer looks at before it asks the engine.

use crate::reads::matches;
use crate::tables::{Sql, hands, keys};
use crate::{ClubId, Entry, Ledger, MatchId, MatchView, RecordedHand, Result, UserId};
use futures_util::future::try_join3;

/// What to look at.
#[derive(Debug, Clone)]
pub struct LookAt {
    /// The club.
    pub club: ClubId,
    /// The match.
    pub match_id: MatchId,
    /// The number of the hand that is to be recorded, if one is.
    pub number: Option<u32>,
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

/// A match at one moment, and what stands in the way of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The match.
    pub view: MatchView,
    /// What the key was used for before.
    pub prior: Option<Prior>,
    /// The hand that has the number.
    pub at_number: Option<RecordedHand>,
}

/// What an idempotency key was used for.
#[derive(Debug, Clone, PartialEq)]
pub struct Prior {
    /// The hash of that request.
    pub fingerprint: [u8; 32],
    /// The entry it wrote.
    pub entry: Entry,
}

impl Prior {
    /// The hand that the request recorded, if it recorded one.
    pub fn recorded_hand(self) -> Option<RecordedHand> {
        RecordedHand::try_from(self.entry).ok()
    }
}

impl Ledger {
    /// Looks at a match in one short read.
    pub async fn snapshot(&self, at: LookAt) -> Result<Snapshot> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(at.club, async { look(tx.sql()?, &at).await }).await
        })
        .await
    }
}

async fn look(sql: Sql<'_>, at: &LookAt) -> Result<Snapshot> {
    let prior = async {
        match &at.key {
            Some(key) => keys::prior(sql, at.club, key).await,
            None => Ok(None),
        }
    };
    let at_number = async {
        match at.number {
            Some(number) => hands::numbered(sql, at.club, at.match_id, number).await,
            None => Ok(None),
        }
    };
    let (view, prior, at_number) =
        try_join3(matches::one(sql, at.club, at.match_id), prior, at_number).await?;
    Ok(Snapshot {
        view,
        prior,
        at_number,
    })
}
