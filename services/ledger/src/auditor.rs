//! The auditor's side of the ledger: it takes audits up, looks at one club's entries and at what follows from them and is kept beside them,
//! and stores what it found.

pub(crate) mod layout;
mod not_compared;
mod projection;
mod snapshot;

pub use not_compared::NotCompared;
pub use projection::Projection;
pub use snapshot::AuditSnapshot;

use crate::tables::{audits, entries};
use crate::transaction::Transaction;
use crate::{
    AuditVerdict, ClaimedAudit, ClubId, Config, Ledger, Result, StoredEntry, UnfinishedAudits,
    clock_and_ids, notifications,
};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, try_join};
use uuid::Uuid;

/// How many audits an auditor carries out at once at most, each of another club and for another account. It keeps the matches of so many clubs in
/// memory.
pub const AUDITS_AT_ONCE: usize = 4;

/// How many seconds an auditor may not be heard from before another takes its audit up.
const LEASE: u32 = 10;

/// The auditor's handle on the ledger's database, as a role of the group `faan_auditor`.
#[derive(Debug, Clone)]
pub struct AuditorLedger {
    ledger: Ledger,
    /// Who it is, for as long as it runs.
    auditor: Uuid,
    /// How many seconds it may not be heard from.
    lease: u32,
}

impl AuditorLedger {
    /// Connects, with the same scruples as [`Ledger::connect`].
    pub async fn connect(url: &str) -> Result<Self> {
        let config = Config {
            url: url.to_owned(),
            // One for each to look, one to read entries again, one to tell how far they are.
            pool_size: AUDITS_AT_ONCE + 2,
        };
        let ledger = Ledger::connect_as(&config, "faan_auditor").await?;
        let auditor = clock_and_ids::random_id();
        Ok(Self {
            ledger,
            auditor,
            lease: LEASE,
        })
    }

    /// The same auditor, who may not be heard from for so many seconds.
    #[cfg(feature = "test-database")]
    #[must_use]
    pub fn with_lease(self, lease: u32) -> Self {
        Self { lease, ..self }
    }

    /// Takes up an audit that waits, or one whose auditor was not heard from in time; `None` if there is none. Of those of an account, and of
    /// those of a club, this auditor carries out one at a time. That account has its turn for
    /// which nothing was done for the longest time, of its audits that of the club of which that is true, and then the one that waits longest.
    /// From then on this auditor has to be heard from ([`AuditorLedger::go_on`]).
    pub async fn take(&self) -> Result<Option<ClaimedAudit>> {
        let (auditor, lease) = (self.auditor, self.lease);
        self.ledger
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin().await?;
                let taken = audits::take(tx.sql()?, auditor, lease).await?;
                if let Some(taken) = &taken {
                    audits::tell(tx.sql()?, taken.id).await?;
                }
                tx.commit().await?;
                Ok(taken)
            })
            .await
    }

    /// How many audits are not finished.
    pub async fn open(&self) -> Result<UnfinishedAudits> {
        self.ledger
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.read_of_no_club(async { audits::open(tx.sql()?).await })
                    .await
            })
            .await
    }

    /// Says that so much of so much is done, and that this auditor is there. Who waits for news is told if it is more than before.
    /// Answers whether the audit is still this auditor's: if it is not, another has taken it up.
    pub async fn go_on(&self, taken: &ClaimedAudit, done: u64, of: u64) -> Result<bool> {
        let lease = self.lease;
        self.say(taken, move |tx, taken| {
            let going_on = async move {
                let further = audits::go_on(tx.sql()?, taken, (done, of), lease).await?;
                Ok((further.is_some(), further == Some(true)))
            };
            going_on.boxed()
        })
        .await
    }

    /// Leaves an audit to another auditor, as if it had not been taken up.
    pub async fn give_back(&self, taken: &ClaimedAudit) -> Result<()> {
        self.leave(taken, false).await
    }

    /// Leaves an audit to another auditor, after an attempt that came to nothing.
    pub async fn fail(&self, taken: &ClaimedAudit) -> Result<()> {
        self.leave(taken, true).await
    }

    async fn leave(&self, taken: &ClaimedAudit, tried: bool) -> Result<()> {
        self.say(taken, move |tx, taken| {
            let leaving = async move {
                let left = audits::leave(tx.sql()?, taken, tried);
                try_join(left, tx.wake(notifications::AUDITOR)).await?;
                Ok(((), true))
            };
            leaving.boxed()
        })
        .await
    }

    /// Stores what was found after so much was done: the verdict, and a report in JSON. If another has taken the audit up meanwhile, nothing is stored.
    pub async fn finish(
        &self,
        taken: &ClaimedAudit,
        done: u64,
        verdict: AuditVerdict,
        report: String,
    ) -> Result<bool> {
        self.say(taken, move |tx, taken| {
            let finishing = async move {
                let found = (done, verdict, &*report);
                let finished = audits::finish(tx.sql()?, taken, found).await?;
                Ok((finished, finished))
            };
            finishing.boxed()
        })
        .await
    }

    /// Writes something of an audit, and tells whoever waits for news of it if that is some.
    async fn say<T: Send + 'static>(
        &self,
        taken: &ClaimedAudit,
        write: impl for<'a> FnOnce(
            &'a Transaction,
            &'a ClaimedAudit,
        ) -> BoxFuture<'a, Result<(T, bool)>>
        + Send
        + 'static,
    ) -> Result<T> {
        let taken = taken.clone();
        self.ledger
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin().await?;
                let (written, news) = write(&tx, &taken).await?;
                if news {
                    audits::tell(tx.sql()?, taken.id).await?;
                }
                tx.commit().await?;
                Ok(written)
            })
            .await
    }

    /// Those of some entries that are there, in their order.
    pub async fn entries(&self, club: ClubId, seqs: Vec<u64>) -> Result<Vec<StoredEntry>> {
        self.ledger
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                let some = async { entries::some(tx.sql()?, club, &seqs).await };
                tx.read(club, some).await
            })
            .await
    }

    /// Looks at a club as it is now.
    pub async fn look(&self, club: ClubId) -> Result<AuditSnapshot> {
        let tx = self.ledger.transaction().await?;
        tx.read(club, async { Ok(()) }).await?;
        Ok(AuditSnapshot::new(tx, club))
    }
}
