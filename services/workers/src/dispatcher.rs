//! `faan dispatcher`: sends entries to the webhooks of all clubs. Each webhook receives the entries in the order of the ledger, and no
//! webhook waits for another.

use std::sync::Arc;
use std::time::Duration;

use host::{Failure, Signals, mention, read_optional_file, secret};
use ledger::{DispatcherLedger, WorkNotifications};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use webhooks::{Reach, WebhookKeys};

use crate::config;
use crate::worker::{self, Worker};

mod clock;
mod measure;
mod memory;
mod resolve;
mod schedule;
mod sender;
mod turn;

use memory::Memory;
use sender::Sender;
use turn::Turn;

/// How often to look for work without a notification.
const LOOK: Duration = Duration::from_secs(30);
/// The maximum number of webhooks that are served at once, and of further ones whose last attempt failed. Those are limited
/// separately, since they may use the whole timeout and must not delay the others.
const WELL: usize = 192;
const FAILING: usize = 64;
/// The minimum delay of postponed work, so that work that cannot start now is not queried all the time.
const SOONEST: Duration = Duration::from_millis(200);
/// How long a request may still take when the dispatcher stops. Another dispatcher repeats the requests that are cut off.
const FINISH: Duration = Duration::from_secs(5);

/// A dispatcher before its first work.
pub struct Ready {
    ledger: DispatcherLedger,
    database_url: String,
    sender: Arc<Sender>,
    memory: Arc<Memory>,
    well: Arc<Semaphore>,
    failing: Arc<Semaphore>,
    turns: JoinSet<()>,
    standing: measure::Standing,
    /// The time of the next postponed work.
    due: Option<Instant>,
    /// How long a request may still take when the dispatcher stops.
    finish: Duration,
    /// Tells the running turns to stop.
    stop: watch::Sender<bool>,
}

pub async fn run(config: config::Dispatcher) -> Result<(), Failure> {
    let mut signals = Signals::listen()?;
    let url = &config.dispatcher_database_url;
    let ready = Ready::open(url, &config.webhooks, &config.receivers).await?;
    mention("dispatcher waits for entries");
    ready
        .run(async {
            signals.next().await;
        })
        .await
}

/// The keys that the secrets of webhooks are derived from, if they are set.
pub fn keys(told: &config::Webhooks) -> Result<Option<WebhookKeys>, Failure> {
    let Some(path) = &told.webhook_key else {
        return Ok(None);
    };
    let before = told.webhook_key_before.as_ref();
    let before = before.map(|path| secret::read(path)).transpose()?;
    let keys = WebhookKeys::new(&secret::read(path)?, before.as_deref());
    keys.map(Some)
        .map_err(|bad| format!("{}: {bad}", path.display()).into())
}

impl Ready {
    /// Connects to the database.
    pub async fn open(
        database_url: &str,
        webhooks: &config::Webhooks,
        receivers: &config::Receivers,
    ) -> Result<Ready, Failure> {
        let keys = keys(webhooks)?.ok_or("the dispatcher needs a key: --webhook-key FILE")?;
        let reach = Reach::and(webhooks.webhook_allow.clone());
        let ca = read_optional_file(receivers.webhook_ca.as_ref())?;
        let sender = Sender::new(keys, reach, ca.as_deref())?;
        Ready::with(database_url, sender).await
    }

    async fn with(database_url: &str, sender: Sender) -> Result<Ready, Failure> {
        measure::describe();
        Ok(Ready {
            ledger: DispatcherLedger::connect(database_url).await?,
            database_url: database_url.to_owned(),
            sender: Arc::new(sender),
            memory: Arc::default(),
            well: Arc::new(Semaphore::new(WELL)),
            failing: Arc::new(Semaphore::new(FAILING)),
            turns: JoinSet::new(),
            standing: measure::Standing::default(),
            due: None,
            finish: FINISH,
            stop: watch::Sender::new(false),
        })
    }

    /// Serves webhooks until the future `stop` resolves.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), Failure> {
        worker::run(self, stop).await;
        Ok(())
    }

    /// Claims webhooks up to the limits.
    async fn take(&mut self) -> Result<(), Failure> {
        for (failing, room) in [(false, &self.well), (true, &self.failing)] {
            let free = u32::try_from(room.available_permits())?;
            if free == 0 {
                continue;
            }
            for taken in self.ledger.take(failing, free).await? {
                let place = Arc::clone(room).acquire_owned().await?;
                let turn = Turn {
                    ledger: self.ledger.clone(),
                    sender: Arc::clone(&self.sender),
                    memory: Arc::clone(&self.memory),
                    taken,
                    stop: self.stop.subscribe(),
                };
                self.turns.spawn(async move {
                    turn.take().await;
                    drop(place);
                });
            }
        }
        Ok(())
    }
}

impl Worker for Ready {
    const NAME: &'static str = "dispatcher";

    fn every(&self) -> Duration {
        LOOK
    }

    async fn listen(&self) -> ledger::Result<WorkNotifications> {
        WorkNotifications::of_dispatcher(&self.database_url).await
    }

    async fn work(&mut self, _woken: bool) -> Result<(), Failure> {
        self.stop.send_replace(false);
        while self.turns.try_join_next().is_some() {}
        self.take().await?;
        // The metric comes afterwards, so that it counts only webhooks that wait longer.
        self.standing.look(&self.ledger).await?;
        let wait = self.ledger.next_due().await?;
        self.due = wait.map(|wait| Instant::now() + wait.max(SOONEST));
        Ok(())
    }

    /// Resolves when a turn ends, after which there may be more to send, or when postponed work is due.
    async fn comes_due(&mut self) {
        let due = self.due;
        let due = async {
            match due {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            Some(_) = self.turns.join_next() => {}
            () = due => {}
        }
    }

    /// Lets the running turns finish their requests for a short time.
    async fn leave_off(&mut self) {
        self.stop.send_replace(true);
        let finished = async { while self.turns.join_next().await.is_some() {} };
        if timeout(self.finish, finished).await.is_err() {
            self.turns.shutdown().await;
        }
    }
}

#[cfg(test)]
mod tests;
