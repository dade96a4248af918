//! One audit, from when it was taken up until the ledger knows how it ended.

use std::sync::Arc;
use std::time::Duration;

use audit::Verdict;
use host::Failure;
use ledger::{AUDITS_AT_ONCE, AuditVerdict, AuditorLedger, ClaimedAudit};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::auditor::audit_run::run_audit;
use crate::auditor::found::{Found, Stopped};
use crate::auditor::slices::Line;
use crate::auditor::{measure, report};

/// How often to store the progress of an audit, which also renews its lease.
const TELL: Duration = Duration::from_millis(500);
/// The maximum number of attempts at an audit.
const MOST_ATTEMPTS: u32 = 3;
/// The delay after an error, before the audit may be taken up again.
const RETRY: Duration = Duration::from_secs(1);

/// An audit that was taken up.
pub(super) struct Task {
    pub(super) ledger: AuditorLedger,
    pub(super) taken: ClaimedAudit,
    pub(super) line: Line,
    pub(super) places: Arc<Semaphore>,
}

impl Task {
    /// Carries the audit out. Answers whether the ledger knows how it ended; otherwise it has to be given back.
    pub(super) async fn carry_out(self) -> bool {
        let Err(error) = self.try_to().await else {
            return true;
        };
        tracing::warn!(%error, audit = %self.taken.id, "an audit came to nothing");
        sleep(RETRY).await;
        // If the database answers, the error has another cause, and the audit itself failed.
        self.ledger.fail(&self.taken).await.is_ok()
    }

    /// Carries it out, or gives it up after too many attempts.
    async fn try_to(&self) -> Result<(), Failure> {
        let taken = &self.taken;
        let found = if taken.attempt > MOST_ATTEMPTS {
            Some(report::given_up(taken))
        } else {
            self.find().await?
        };
        if let Some(Found {
            done,
            verdict,
            report,
        }) = found
        {
            let (verdict, report) = (word(verdict), report.to_string());
            if self.ledger.finish(taken, done, verdict, report).await? {
                measure::finished(verdict);
            }
        }
        Ok(())
    }

    /// Runs the audit on a thread of its own, since it mostly computes; `None` if another auditor has taken it over.
    async fn find(&self) -> Result<Option<Found>, Failure> {
        let (progress, told) = watch::channel((0, 0));
        let (ledger, taken) = (self.ledger.clone(), self.taken.clone());
        let (line, places) = (self.line.clone(), Arc::clone(&self.places));
        let mut audit_run = spawn_blocking(move || {
            // It is never closed.
            let _places = Handle::current().block_on(places.acquire_many_owned(places_of(&taken)));
            run_audit(ledger, &taken, line, &progress)
        });
        let mut tick = interval(TELL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let found = loop {
            tokio::select! {
                found = &mut audit_run => break found?,
                _ = tick.tick() => {
                    let (done, of) = *told.borrow();
                    if !self.ledger.go_on(&self.taken, done, of).await? {
                        tracing::warn!(audit = %self.taken.id, "another auditor has taken the audit up");
                        return Ok(None);
                    }
                }
            }
        };
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Stopped::Unreadable(error)) => Ok(Some(report::unreadable(&self.taken, &error))),
            Err(Stopped::Error(error)) => Err(error),
        }
    }
}

/// The places of an audit: one, or all at the last attempt.
fn places_of(taken: &ClaimedAudit) -> u32 {
    match taken.attempt {
        MOST_ATTEMPTS => u32::try_from(AUDITS_AT_ONCE).unwrap_or(u32::MAX),
        _ => 1,
    }
}

fn word(verdict: Verdict) -> AuditVerdict {
    match verdict {
        Verdict::Sound => AuditVerdict::Sound,
        Verdict::Incomplete => AuditVerdict::Incomplete,
        Verdict::Tampered => AuditVerdict::Tampered,
    }
}
