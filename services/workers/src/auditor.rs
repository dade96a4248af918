//! `faan auditor`: carries out the audits that members of clubs ask for, a few at a time.

use std::collections::HashMap;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use host::{Failure, Signals, mention};
use ledger::{AUDITS_AT_ONCE, AuditorLedger, ClaimedAudit, WorkNotifications};
use tokio::sync::Semaphore;
use tokio::task::{Id, JoinError, JoinSet};

use crate::config;
use crate::worker::{self, Worker};

mod audit_run;
mod certain;
mod compare;
mod database;
mod directory;
mod expected;
mod found;
mod measure;
mod other_rules;
mod report;
mod slices;
mod task;

use measure::Queue;
use slices::Line;
use task::Task;

/// How often to look for audits without a notification: those whose auditor has stopped.
const LOOK: Duration = Duration::from_secs(2);

/// An auditor before its first audit.
pub struct Ready {
    ledger: AuditorLedger,
    database_url: String,
    /// The audits that it carries out, as tasks; each answers whether the ledger knows how it ended.
    tasks: JoinSet<bool>,
    claimed: HashMap<Id, ClaimedAudit>,
    /// Audits that it carries out no longer, which the ledger does not know yet.
    left: Vec<ClaimedAudit>,
    line: Line,
    /// Places for audits. The last attempt at one takes all of them, so that it fails for no other audit's sake.
    places: Arc<Semaphore>,
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
            tasks: JoinSet::new(),
            claimed: HashMap::new(),
            left: Vec::new(),
            line: Line::new(),
            places: Arc::new(Semaphore::new(AUDITS_AT_ONCE)),
            queue: Queue::default(),
        })
    }

    /// Carries out audits until the future `stop` resolves.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), Failure> {
        worker::run(self, stop).await;
        Ok(())
    }

    /// Takes audits up, as many as it may carry out at once.
    async fn take(&mut self) -> Result<(), ledger::Error> {
        while self.tasks.len() < AUDITS_AT_ONCE {
            let Some(taken) = self.ledger.take().await? else {
                return Ok(());
            };
            let task = Task {
                ledger: self.ledger.clone(),
                taken: taken.clone(),
                line: self.line.clone(),
                places: Arc::clone(&self.places),
            };
            let id = self.tasks.spawn(task.carry_out()).id();
            self.claimed.insert(id, taken);
        }
        Ok(())
    }

    fn end(&mut self, ended: Result<(Id, bool), JoinError>) {
        let (id, is_known) = match ended {
            Ok(ended) => ended,
            Err(panicked) => (panicked.id(), false),
        };
        let taken = self.claimed.remove(&id);
        self.left.extend(taken.filter(|_| !is_known));
    }

    async fn give_back(&mut self) -> Result<(), ledger::Error> {
        while let Some(taken) = self.left.last() {
            self.ledger.give_back(taken).await?;
            self.left.pop();
        }
        Ok(())
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
        Ok(self.take().await?)
    }

    /// Resolves when an audit has ended, after which there is a place for another.
    async fn comes_due(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(ended) => self.end(ended),
            None => pending().await,
        }
    }

    /// Returns the current audits to the queue. If that fails, the auditor tries it again before its next work; other auditors can take
    /// the audits when their lease ends.
    async fn leave_off(&mut self) {
        self.tasks.abort_all();
        while let Some(ended) = self.tasks.join_next_with_id().await {
            self.end(ended);
        }
        if let Err(error) = self.give_back().await {
            tracing::warn!(%error, "an audit cannot be given back");
        }
    }
}
