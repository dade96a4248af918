//! The dispatcher's side of the ledger: it takes webhooks up that have something coming, reads what they are to be told, and notes what
//! became of it. Nothing here waits for a receiver.

use crate::tables::dispatched;
use crate::transaction::Transaction;
use crate::{
    ApiKeyId, ClubId, Config, DeliveryId, DisabledReason, Hash, Ledger, Result, SecretId,
    Timestamp, WebhookId, chance,
};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, try_join3};
use std::time::Duration;
use uuid::Uuid;

/// How many seconds a dispatcher may not be heard from before another takes its webhook up. Longer than one attempt may take.
const LEASE: u32 = 60;
/// How many entries are read at once at most.
const PAGE: u32 = 20;

/// The dispatcher's handle on the ledger's database, as a role of the group `faan_dispatcher`.
#[derive(Debug, Clone)]
pub struct DispatcherLedger(Ledger);

/// A webhook that a dispatcher took up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenWebhook {
    /// Of which club.
    pub club: ClubId,
    /// Which.
    pub id: WebhookId,
    /// Where the receiver is.
    pub url: String,
    /// The kinds of entries that it is told of; `None`: all.
    pub kinds: Option<Vec<String>>,
    /// The secrets that sign, the newest first.
    pub secrets: Vec<SecretId>,
    /// Whether it is its turn to be told of entries; otherwise only what somebody asked for is sent.
    pub is_active: bool,
    /// It was told of all entries up to this one.
    pub delivered_seq: u64,
    /// How often in a row it could not be told of the next one.
    pub failures: u32,
    pub(crate) lease: Uuid,
}

/// An entry that a webhook is to be told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToTell {
    /// Its sequence number.
    pub seq: u64,
    /// Its kind.
    pub kind: String,
    /// When it was entered.
    pub time: Timestamp,
    /// Its bytes.
    pub leaf: Vec<u8>,
    /// Their hash.
    pub leaf_hash: Hash,
    /// The API key by which it came, if by one.
    pub api_key: Option<ApiKeyId>,
}

/// Something that somebody asked to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Which.
    pub id: DeliveryId,
    /// The entry that it tells of; `None`: it is a test.
    pub entry: Option<ToTell>,
}

/// What a webhook is to be told next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// What somebody asked for.
    pub waiting: Vec<Waiting>,
    /// The entries after those it was told of, in order; not all of them.
    pub entries: Vec<ToTell>,
    /// Once it was told of these, it was told of all entries up to this one; `None`: more are left, or it is not its turn.
    pub told_up_to: Option<u64>,
}

/// What became of sending something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// How long it took.
    pub duration: Duration,
    /// The status that was answered.
    pub status: Option<u16>,
    /// What went wrong, in a word.
    pub error: Option<&'static str>,
}

/// What follows from an attempt at telling of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follows {
    /// It was told: the next entry is next.
    Told,
    /// It is tried again after this time.
    Again(Duration),
    /// Nothing is sent any more.
    Disabled(DisabledReason),
}

/// How webhooks stand, of all clubs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebhooksStanding {
    /// Those that have something coming which is due, and that no dispatcher is at.
    pub waiting: u64,
    /// Those that could not be told the last time, and are tried again.
    pub failing: u64,
}

impl TakenWebhook {
    /// One that nobody took up: for tests of those who send.
    #[cfg(feature = "test-database")]
    pub fn to((club, id): (ClubId, WebhookId), url: String, secrets: Vec<SecretId>) -> Self {
        Self {
            club,
            id,
            url,
            kinds: None,
            secrets,
            is_active: true,
            delivered_seq: 0,
            failures: 0,
            lease: Uuid::nil(),
        }
    }
}

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
    pub async fn take(&self, failing: bool, most: u32) -> Result<Vec<TakenWebhook>> {
        let lease = chance::random_id();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin().await?;
                let taken = dispatched::take(tx.sql()?, (lease, LEASE), failing, most).await?;
                tx.commit().await?;
                Ok(taken)
            })
            .await
    }

    /// How many webhooks wait and how many fail, of all clubs.
    pub async fn standing(&self) -> Result<WebhooksStanding> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.read_of_no_club(async { dispatched::standing(tx.sql()?).await })
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
                tx.read_of_no_club(async { dispatched::next_due(tx.sql()?).await })
                    .await
            })
            .await
    }

    /// What a webhook is to be told next.
    pub async fn next(&self, taken: &TakenWebhook) -> Result<Next> {
        let taken = taken.clone();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                let reads = async {
                    let sql = tx.sql()?;
                    try_join3(
                        dispatched::waiting(sql, &taken),
                        dispatched::entries(sql, &taken, PAGE),
                        dispatched::last_seq(sql, taken.club),
                    )
                    .await
                };
                let (waiting, (entries, has_more), last_seq) = tx.read(taken.club, reads).await?;
                Ok(Next {
                    told_up_to: (taken.is_active && !has_more).then_some(last_seq),
                    waiting,
                    entries,
                })
            })
            .await
    }

    /// Notes what became of telling of an entry. Answers whether the webhook still is this dispatcher's: if it is not, somebody changed it
    /// or another dispatcher has taken it up, and only that it was sent is noted.
    pub async fn note(
        &self,
        taken: &TakenWebhook,
        entry: (u64, String),
        attempt: Attempt,
        follows: Follows,
    ) -> Result<bool> {
        self.write(taken, move |tx, taken| {
            let noting = async move {
                let sql = tx.sql()?;
                let seq = entry.0;
                // One after the other: the webhook is locked before what refers to it.
                let ours = dispatched::follow(sql, taken, (seq, LEASE), follows).await?;
                dispatched::log(sql, taken, &entry, (attempt, follows)).await?;
                Ok(ours)
            };
            noting.boxed()
        })
        .await
    }

    /// Notes what became of something that somebody asked to be sent.
    pub async fn note_asked(
        &self,
        taken: &TakenWebhook,
        id: DeliveryId,
        attempt: Attempt,
    ) -> Result<()> {
        self.write(taken, move |tx, taken| {
            async move { dispatched::sent(tx.sql()?, (taken, LEASE), id, attempt).await }.boxed()
        })
        .await
    }

    /// Leaves a webhook to whoever takes it up next. With a sequence number, there was nothing left that it is told of up to that one.
    pub async fn give_back(&self, taken: &TakenWebhook, up_to: Option<u64>) -> Result<()> {
        self.write(taken, move |tx, taken| {
            let giving = async move {
                let sql = tx.sql()?;
                // Whoever took it up meanwhile prunes it.
                match dispatched::give_back(sql, taken, up_to).await? {
                    true => dispatched::prune(sql, taken).await,
                    false => Ok(()),
                }
            };
            giving.boxed()
        })
        .await
    }

    async fn write<T: Send + 'static>(
        &self,
        taken: &TakenWebhook,
        write: impl for<'a> FnOnce(&'a Transaction, &'a TakenWebhook) -> BoxFuture<'a, Result<T>>
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
