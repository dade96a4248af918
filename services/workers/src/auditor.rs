//! `faan auditor`: carries out the audits that members of clubs ask for, one after another.

use std::time::Duration;

use audit::Verdict;
use host::{Failure, Signals, mention};
use ledger::{AuditVerdict, AuditorLedger, ClaimedAudit, WorkNotifications};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use crate::config;
use crate::worker::{self, Worker};

mod audit_run;
mod compare;
mod database;
mod directory;
mod expected;
mod found;
mod measure;
mod other_rules;
mod report;

use audit_run::run_audit;
use found::{Found, Stopped};
use measure::Queue;

/// How often to look for audits without a notification: those whose auditor has stopped.
const LOOK: Duration = Duration::from_secs(2);
/// How often to store the progress of an audit, which also renews its lease.
const TELL: Duration = Duration::from_millis(500);
/// The maximum number of attempts at an audit.
const MOST_ATTEMPTS: u32 = 3;

/// An auditor before its first audit.
pub struct Ready {
    ledger: AuditorLedger,
    database_url: String,
    /// The audit that it carries out.
    current: Option<ClaimedAudit>,
    queue: Queue,
}

pub async fn run(config: config::Auditor) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let ready = Ready::open(&config.auditor_database_url).await?;
    mention("auditor waits for audits");
    ready
        .run(async {
            signals.next().await;
        })
        .await
}

impl Ready {
    /// Connects to the database.
    pub async fn open(database_url: &str) -> Result<Ready, Failure> {
        measure::describe();
        Ok(Ready {
            ledger: AuditorLedger::connect(database_url).await?,
            database_url: database_url.to_owned(),
            current: None,
            queue: Queue::default(),
        })
    }

    /// Carries out audits until the future `stop` resolves.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), Failure> {
        worker::run(self, stop).await;
        Ok(())
    }

    async fn give_back(&mut self) -> Result<(), ledger::Error> {
        if let Some(taken) = &self.current {
            self.ledger.give_back(taken).await?;
            self.current = None;
        }
        Ok(())
    }

    /// Carries out an audit, or gives it up after too many attempts.
    async fn carry_out(&mut self, taken: &ClaimedAudit) -> Result<(), Failure> {
        let found = if taken.attempt > MOST_ATTEMPTS {
            Some(report::given_up(taken))
        } else {
            self.find(taken).await?
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

    /// Runs an audit on a thread of its own, since it mostly computes; `None` if another auditor has taken it over.
    async fn find(&mut self, taken: &ClaimedAudit) -> Result<Option<Found>, Failure> {
        let (progress, told) = watch::channel((0, 0));
        let (ledger, audit) = (self.ledger.clone(), taken.clone());
        let mut audit_run = spawn_blocking(move || run_audit(ledger, &audit, &progress));
        let mut tick = interval(TELL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let found = loop {
            tokio::select! {
                found = &mut audit_run => break found?,
                _ = tick.tick() => {
                    let (done, of) = *told.borrow();
                    if !self.ledger.go_on(taken, done, of).await? {
                        tracing::warn!(audit = %taken.id, "another auditor has taken the audit up");
                        return Ok(None);
                    }
                    self.queue.look(&self.ledger).await?;
                }
            }
        };
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Stopped::Unreadable(error)) => Ok(Some(report::unreadable(taken, &error))),
            Err(Stopped::Error(error)) => Err(error),
        }
    }
}

impl Worker for Ready {
    const NAME: &'static str = "auditor";

    fn every(&self) -> Duration {
        LOOK
    }

    async fn listen(&self) -> ledger::Result<WorkNotifications> {
        WorkNotifications::of_auditor(&self.database_url).await
    }

    async fn work(&mut self, _woken: bool) -> Result<(), Failure> {
        self.queue.look(&self.ledger).await?;
        self.give_back().await?;
        while let Some(taken) = self.ledger.take().await? {
            self.current = Some(taken.clone());
            let carried_out = self.carry_out(&taken).await;
            // If the database answers, the error has another cause, and the audit itself failed.
            if carried_out.is_ok() || self.ledger.fail(&taken).await.is_ok() {
                self.current = None;
            }
            carried_out?;
        }
        Ok(())
    }

    /// Returns the current audit to the queue. If that fails, the auditor tries it again before its next work; other auditors can take
    /// the audit when its lease ends.
    async fn leave_off(&mut self) {
        if let Err(error) = self.give_back().await {
            tracing::warn!(%error, "an audit cannot be given back");
        }
    }
}

fn word(verdict: Verdict) -> AuditVerdict {
    match verdict {
        Verdict::Sound => AuditVerdict::Sound,
        Verdict::Incomplete => AuditVerdict::Incomplete,
        Verdict::Tampered => AuditVerdict::Tampered,
    }
}
