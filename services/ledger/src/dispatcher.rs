//! The dispatcher's side of the ledger: it takes webhooks up that have something coming, reads what they are to be told, and notes what
//! became of it. Nothing here waits for a receiver.

use crate::tables::webhook_queue;
use crate::transaction::Transaction;
use crate::{
    Attempt, AttemptResult, ClaimedWebhook, Config, DeliveryId, Ledger, NextDeliveries, Result,
    StoredEntry, WebhookQueueCounts, clock_and_ids,
};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, try_join3};
use std::time::Duration;

/// How many seconds a dispatcher may not be heard from before another takes its webhook up. Longer than one attempt may take.
const LEASE: u32 = 60;

/// How many entries a dispatcher learns of at once at most.
const PAGE: u32 = 20;

/// The dispatcher's handle on the ledger's database, as a role of the group `faan_dispatcher`.
#[derive(Debug, Clone)]
pub struct DispatcherLedger(Ledger);

impl DispatcherLedger {
    /// Connects, with the same scruples as [`Ledger::connect`].
    pub async fn connect(url: &str) -> Result<Self> {
        let config = Config {
            url: url.to_owned(),
            pool_size: 4,
        };
        Ledger::connect_as(&config, "faan_dispatcher")
            .await
            .map(Self)
    }

    /// Takes up webhooks that have something coming and that no other dispatcher is at, those first that were seen to longest ago; of
    /// those that failed last time, or of the others. From then on this dispatcher has to be heard from.
    pub async fn take(&self, failing: bool, most: u32) -> Result<Vec<ClaimedWebhook>> {
        let lease = clock_and_ids::random_id();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin().await?;
                let taken = webhook_queue::take(tx.sql()?, (lease, LEASE), failing, most).await?;
                tx.commit().await?;
                Ok(taken)
            })
            .await
    }

    /// How many webhooks wait and how many fail, of all clubs.
    pub async fn queue_counts(&self) -> Result<WebhookQueueCounts> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.read_of_no_club(async { webhook_queue::counts(tx.sql()?).await })
                    .await
            })
            .await
    }

    /// How long until there may be something to take up that nobody tells of: something is to be tried again, or a dispatcher was not heard
    /// from in time. `None`: nothing is put off.
    pub async fn next_due(&self) -> Result<Option<Duration>> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.read_of_no_club(async { webhook_queue::next_due(tx.sql()?).await })
                    .await
            })
            .await
    }

    /// What a webhook is to be told next.
    pub async fn next(&self, taken: &ClaimedWebhook) -> Result<NextDeliveries> {
        let taken = taken.clone();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                let reads = async {
                    let sql = tx.sql()?;
                    try_join3(
                        webhook_queue::waiting(sql, &taken),
                        webhook_queue::entries(sql, &taken, PAGE),
                        webhook_queue::last_seq(sql, taken.club),
                    )
                    .await
                };
                let (waiting, (entries, has_more), last_seq) = tx.read(taken.club, reads).await?;
                Ok(NextDeliveries {
                    told_up_to: (taken.is_active && !has_more).then_some(last_seq),
                    waiting,
                    entries,
                })
            })
            .await
    }

    /// An entry that a webhook is to be told of.
    pub async fn entry(&self, taken: &ClaimedWebhook, seq: u64) -> Result<StoredEntry> {
        let club = taken.club;
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                let read = async { webhook_queue::entry(tx.sql()?, club, seq).await };
                tx.read(club, read).await
            })
            .await
    }

    /// Notes what became of telling of an entry. Answers whether the webhook still is this dispatcher's: if it is not, somebody changed it
    /// or another dispatcher has taken it up, and only that it was sent is noted.
    pub async fn note(
        &self,
        taken: &ClaimedWebhook,
        entry: (u64, String),
        attempt: Attempt,
        follows: AttemptResult,
    ) -> Result<bool> {
        self.write(taken, move |tx, taken| {
            let noting = async move {
                let sql = tx.sql()?;
                let seq = entry.0;
                // One after the other: the webhook is locked before what refers to it.
                let ours = webhook_queue::follow(sql, taken, (seq, LEASE), follows).await?;
                webhook_queue::log(sql, taken, &entry, (attempt, follows)).await?;
                Ok(ours)
            };
            noting.boxed()
        })
        .await
    }

    /// Notes what became of something that somebody asked to be sent.
    pub async fn note_asked(
        &self,
        taken: &ClaimedWebhook,
        id: DeliveryId,
        attempt: Attempt,
    ) -> Result<()> {
        self.write(taken, move |tx, taken| {
            async move { webhook_queue::sent(tx.sql()?, (taken, LEASE), id, attempt).await }.boxed()
        })
        .await
    }

    /// Leaves a webhook to whoever takes it up next. With a sequence number, there was nothing left that it is told of up to that one.
    pub async fn give_back(&self, taken: &ClaimedWebhook, up_to: Option<u64>) -> Result<()> {
        self.write(taken, move |tx, taken| {
            let giving = async move {
                let sql = tx.sql()?;
                // Whoever took it up meanwhile prunes it.
                match webhook_queue::give_back(sql, taken, up_to).await? {
                    true => webhook_queue::prune(sql, taken).await,
                    false => Ok(()),
                }
            };
            giving.boxed()
        })
        .await
    }

    async fn write<T: Send + 'static>(
        &self,
        taken: &ClaimedWebhook,
        write: impl for<'a> FnOnce(&'a Transaction, &'a ClaimedWebhook) -> BoxFuture<'a, Result<T>>
        + Send
        + 'static,
    ) -> Result<T> {
        let taken = taken.clone();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_unlocked(taken.club).await?;
                let written = write(&tx, &taken).await?;
                tx.commit().await?;
                Ok(written)
            })
            .await
    }
}
