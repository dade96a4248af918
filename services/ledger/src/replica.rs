//! A replica of the primary that answers reads that may be late: when it is asked, how late it may be, and for how long it answers without
//! the primary.

mod log_positions;
mod state;
mod watch;

use crate::connections::Connections;
use crate::database_url::DatabaseUrl;
use crate::measure::{self, LateReadAnswer};
use crate::transaction::Transaction;
use crate::{ClubId, Error, Freshness, Result, Retry, connector};
use state::SharedState;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How to reach the replica, and how late it may be.
#[derive(Clone)]
pub struct ReplicaConfig {
    /// Its URL, of the application's role. Of several hosts, the first one that takes no writes is meant.
    pub url: String,
    /// How many connections at most.
    pub pool_size: usize,
    /// A replica that lacks what the primary had so long ago is not read.
    pub max_lag: Duration,
    /// While the primary does not answer, the replica says who may read, and answers without it, as long as it is known to lack nothing that
    /// was there so long ago. Zero: nothing is read without the primary.
    pub without_primary: Duration,
}

/// How a replica does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplicaStatus {
    /// Whether it answers, copies from the primary, and is not later than it may be.
    pub is_current: bool,
    /// How late it was when it was last asked: it has everything that the primary had so long ago. `None` if it never answered.
    pub lag: Option<Duration>,
}

/// A replica that answers reads that may be late.
pub(crate) struct Replica {
    connections: Connections,
    max_lag: Duration,
    without_primary: Duration,
    state: SharedState,
    watching: JoinHandle<()>,
}

/// How long a read waits for the replica to say how far it is, before the primary is asked.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long the primary may take to say who may read, if the replica can say it as well.
const PATIENCE_WITH_PRIMARY: Duration = Duration::from_secs(1);
/// A primary that has not told its position for so long is away: it is asked every second, and then need not be waited for.
const PRIMARY_AWAY_AFTER: Duration = Duration::from_secs(3);
/// How long a read waits for the replica while the primary is away: it may have to connect, past a host that does not answer.
const PATIENCE_ALONE: Duration = Duration::from_secs(2);
/// How long a start waits for the replica, which need not be there.
const PATIENCE_AT_START: Duration = Duration::from_secs(3);
/// The name under which its connections are counted.
const NAME: &str = "replica";

impl Replica {
    /// Watches the replica of a primary. It need not be there; but if it is, its role may do no more than the application's.
    ///
    /// # Errors
    /// [`Error::Config`] if the URL cannot be read, and [`Error::Unsafe`] if the role may do too much.
    pub(crate) async fn start(primary: &str, config: &ReplicaConfig) -> Result<Self> {
        let primary = DatabaseUrl::parse(primary)?;
        let url = DatabaseUrl::parse(&config.url)?.of_replica();
        connector::warn_of_weakness(&url);
        match timeout(PATIENCE_AT_START, watch::check(&url)).await {
            Ok(Ok(())) => {}
            Ok(Err(error @ Error::Unsafe(_))) => return Err(error),
            Ok(Err(error)) => tracing::warn!("the replica is not read yet: {error}"),
            Err(_) => tracing::warn!("the replica at {} does not answer yet", url.hosts()),
        }
        measure::describe_late_reads();
        let state = SharedState::of_nothing(config.max_lag);
        let watching = watch::watch(primary, url.clone(), state.clone());
        Ok(Self {
            connections: Connections::to(url, config.pool_size, NAME)?,
            max_lag: config.max_lag,
            without_primary: config.without_primary,
            state,
            watching: tokio::spawn(watching),
        })
    }

    /// Opens a read of a club on the replica, if it has at least what is wanted and is not too late; otherwise says why not.
    pub(crate) async fn open(
        &self,
        club: ClubId,
        wanted: Freshness,
    ) -> std::result::Result<Transaction, LateReadAnswer> {
        let (patience, most) = match wanted.without_primary {
            None => (PATIENCE, self.max_lag),
            Some(_) => (PATIENCE_ALONE, self.without_primary),
        };
        let (tx, freshness, lag) = self.look(club, wanted, patience).await?;
        if lag.is_none_or(|lag| lag > most) {
            return Err(LateReadAnswer::TooLate);
        }
        match freshness.includes(wanted) {
            true => Ok(tx),
            false => Err(LateReadAnswer::Behind),
        }
    }

    /// What the primary answers. If it does not answer in time, what the replica knows of the club, as long as it may be asked without the
    /// primary. `None` of the replica is no answer: it may lack what makes one.
    pub(crate) async fn answer_of_either<T>(
        &self,
        club: ClubId,
        primary: impl Future<Output = Result<T>>,
        looks: impl AsyncFnOnce(&Transaction, Freshness) -> Result<Option<T>>,
    ) -> Result<T> {
        if !self.may_answer_alone() {
            return primary.await;
        }
        let answer = match self.primary_is_away() {
            true => Err(does_not_answer()),
            false => timeout(PATIENCE_WITH_PRIMARY, primary)
                .await
                .unwrap_or_else(|_| Err(does_not_answer())),
        };
        match answer {
            Err(error @ Error::Unavailable { .. }) => {
                let alone = self.answer_alone(club, looks).await;
                alone.ok_or(error)
            }
            answer => answer,
        }
    }

    async fn answer_alone<T>(
        &self,
        club: ClubId,
        looks: impl AsyncFnOnce(&Transaction, Freshness) -> Result<Option<T>>,
    ) -> Option<T> {
        let looked = self.look(club, Freshness::default(), PATIENCE_ALONE).await;
        let (tx, freshness, lag) = looked.ok()?;
        let lag = lag.filter(|lag| *lag <= self.without_primary)?;
        let freshness = Freshness {
            without_primary: Some(lag),
            ..freshness
        };
        let answer = timeout(PATIENCE_ALONE, looks(&tx, freshness)).await;
        answer.ok()?.ok()?
    }

    /// Opens a read of a club, and finds out how far the replica is with the club, and how late with everything; if that is known.
    async fn look(
        &self,
        club: ClubId,
        wanted: Freshness,
        patience: Duration,
    ) -> std::result::Result<(Transaction, Freshness, Option<Duration>), LateReadAnswer> {
        if !self.state.lock().is_usable {
            return Err(LateReadAnswer::Unavailable);
        }
        let open = Transaction::on_replica(&self.connections, club, wanted);
        let opened = timeout(patience, open).await;
        let Ok(Ok((tx, freshness, Some(replayed)))) = opened else {
            return Err(LateReadAnswer::Unavailable);
        };
        let state = self.state.lock();
        let replayed = replayed.of_primary(state.primary.last_written());
        let replayed = replayed.ok_or(LateReadAnswer::Unavailable)?;
        let lag = state.primary.lag(replayed, Instant::now());
        Ok((tx, freshness, lag))
    }

    /// Whether the replica may be asked if the primary does not answer.
    fn may_answer_alone(&self) -> bool {
        let state = self.state.lock();
        let complete_until = state.complete_until.filter(|_| state.is_usable);
        complete_until.is_some_and(|moment| moment.elapsed() <= self.without_primary)
    }

    fn primary_is_away(&self) -> bool {
        let last_told = self.state.lock().primary.last_told();
        last_told.is_none_or(|moment| moment.elapsed() > PRIMARY_AWAY_AFTER)
    }

    /// How it does.
    pub(crate) fn status(&self) -> ReplicaStatus {
        let state = self.state.lock();
        let lag = state.complete_until.map(|moment| moment.elapsed());
        ReplicaStatus {
            is_current: state.is_usable && lag.is_some_and(|lag| lag <= self.max_lag),
            lag,
        }
    }
}

fn does_not_answer() -> Error {
    Error::Unavailable {
        retry: Retry::Later,
        reason: "the primary does not answer".to_owned(),
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        self.watching.abort();
    }
}
