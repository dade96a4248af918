//! What serves nobody any more is forgotten, in the background: refresh tokens that ran out long ago. Entries, and who came in, are kept.

use crate::tables::sessions;
use crate::{Ledger, Result, clock_and_ids};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How often to look for something.
const LOOK: Duration = Duration::from_secs(10 * 60);
/// How many tokens are forgotten in one transaction, and how long to leave the database to others before the next.
const BATCH: u32 = 1000;
const BREATH: Duration = Duration::from_millis(100);
/// How long after its time a token is known: until then whoever uses it a second time ends its session.
const KNOWN: time::Duration = time::Duration::days(30);

/// Forgets, for as long as it is there. Several may be at it at once: each takes what no other is at.
pub struct TokenRetention(JoinHandle<()>);

impl TokenRetention {
    /// Begins. Call it on the multi-thread runtime.
    pub fn start(ledger: Ledger) -> Self {
        Self(tokio::spawn(async move {
            loop {
                sleep(LOOK).await;
                if let Err(error) = all(&ledger).await {
                    tracing::warn!("refresh tokens of before are not forgotten: {error}");
                }
            }
        }))
    }
}

impl Drop for TokenRetention {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn all(ledger: &Ledger) -> Result<()> {
    while ledger.forget_refresh_tokens().await? == BATCH {
        sleep(BREATH).await;
    }
    Ok(())
}

impl Ledger {
    /// Forgets refresh tokens that ran out more than 30 days ago, the oldest first. Answers how many; after a thousand there may
    /// be more.
    pub async fn forget_refresh_tokens(&self) -> Result<u32> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin().await?;
            let until = clock_and_ids::now() - KNOWN;
            let forgotten = sessions::forget_tokens(tx.sql()?, until, BATCH).await?;
            tx.commit().await?;
            Ok(forgotten)
        })
        .await
    }
}
