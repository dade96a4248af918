//! The handle on the database: its connections, and what runs where they live.

use crate::caller::{Access, CallerTurns};
use crate::club_heads::ClubHeads;
use crate::connections::Connections;
use crate::connector;
use crate::database_url::DatabaseUrl;
use crate::kept_turns::KeptTurns;
use crate::match_results::MatchResults;
use crate::measure::{self, LateReadAnswer};
use crate::open_read::OpenRead;
use crate::replica::Replica;
use crate::transaction::{Transaction, transaction_span};
use crate::turns::{Turn, Turns, in_time};
use crate::{
    ClubId, Error, Freshness, ReplicaConfig, ReplicaStatus, Result, Retry, startup_checks,
};
use diesel_async::SimpleAsyncConnection;
use std::any::{Any, type_name};
use std::future::Future;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tracing::Instrument;

/// How long a replica may take for a read. One of several may be frozen without its pool finding out, which watches one.
const LATE_READ: Duration = Duration::from_secs(30);

/// How long a read may take. What is added up of matches until then is remembered, so that whoever asks again goes on from there.
const LONGEST_READ: Duration = Duration::from_secs(60);

/// How many commands of one club have a connection: the one that has the lock of the club, or is the next of this process to take it.
const OF_CLUB: usize = 1;

/// How to reach the database.
#[derive(Clone)]
pub struct Config {
    /// `postgres://user:password@host:port/database`, of the application's role. Several hosts are separated by commas, each with its
    /// port; the one that takes writes is found, again whenever it is lost. Unless the host is on this machine or `sslmode` says
    /// otherwise, the connection is under TLS, with a server that `sslrootcert` or the system knows.
    pub url: String,
    /// How many connections at most.
    pub pool_size: usize,
}

/// A handle on the ledger's database. Cheap to clone.
#[derive(Clone)]
pub struct Ledger {
    connections: Connections,
    /// Whose command goes next, before it waits for a connection.
    callers: Arc<CallerTurns>,
    /// Which command of a club goes next, before it waits for a connection.
    clubs: Arc<Turns<ClubId>>,
    club_heads: Arc<ClubHeads>,
    match_results: Arc<MatchResults>,
    /// Answers reads that may be late; without one, the primary does.
    replica: Option<Arc<Replica>>,
    /// What the reads of this handle that may be late have to include; `None`: they come from the primary.
    at_least: Option<Freshness>,
    /// A transaction in which the next read of a club goes on.
    open_read: OpenRead,
    /// The turns in which it is asked: its transactions keep them until the server is done with them.
    turns: KeptTurns,
}

/// Whoever waits for what a task does.
pub(crate) struct Requester(Weak<()>);

impl Requester {
    /// Refuses to go on once nobody waits any more.
    pub(crate) fn check(&self) -> Result<()> {
        if self.0.strong_count() > 0 {
            return Ok(());
        }
        Err(Error::Unavailable {
            retry: Retry::Now,
            reason: "nobody waits for the answer any more".to_owned(),
        })
    }
}

impl Ledger {
    /// Connects, and refuses a role that may do more than it should, a database that lacks a safeguard, and one that
    /// lacks a migration. Call it on the multi-thread runtime of the process: the connections live there.
    pub async fn connect(config: &Config) -> Result<Self> {
        Self::connect_as(config, "faan_app").await
    }

    /// The same as a role of another group.
    pub(crate) async fn connect_as(config: &Config, group: &'static str) -> Result<Self> {
        let url = DatabaseUrl::parse(&config.url)?;
        connector::warn_of_weakness(&url);
        let name = group.strip_prefix("faan_").unwrap_or(group);
        let connections = Connections::to(url, config.pool_size, name)?;
        let callers = CallerTurns::new(config.pool_size, connections.patience);
        let ledger = Self {
            connections,
            callers: Arc::new(callers),
            clubs: Arc::new(Turns::of_each(OF_CLUB)),
            club_heads: Arc::default(),
            match_results: Arc::default(),
            replica: None,
            at_least: None,
            open_read: OpenRead::default(),
            turns: KeptTurns::default(),
        };
        ledger
            .run(async |ledger: Self| ledger.refuse_unsafe(group).await)
            .await?;
        Ok(ledger)
    }

    /// The same with a replica, which answers reads that may be late. It need not be there yet.
    pub async fn connect_with_replica(config: &Config, replica: &ReplicaConfig) -> Result<Self> {
        let ledger = Self::connect(config).await?;
        let replica = Replica::start(&config.url, replica).await?;
        Ok(Self {
            replica: Some(Arc::new(replica)),
            ..ledger
        })
    }

    /// Whether there is a replica, whatever state it is in.
    pub fn has_replica(&self) -> bool {
        self.replica.is_some()
    }

    /// How its replica does; `None` without one.
    pub fn replica_status(&self) -> Option<ReplicaStatus> {
        self.replica.as_ref().map(|replica| replica.status())
    }

    /// The same ledger, whose reads that may be late come from the replica if it has at least this much of the club that is read. What it is
    /// has to be asked of the primary ([`Ledger::freshness`]), after whatever the caller is to find in the answer.
    #[must_use]
    pub fn at_least(&self, freshness: Freshness) -> Self {
        Self {
            at_least: Some(freshness),
            ..self.clone()
        }
    }

    /// The same, and at least so many entries: an answer that is put together of several reads is of one state of the ledger.
    #[must_use]
    pub fn including(&self, seq: u64) -> Self {
        Self {
            at_least: self.at_least.map(|freshness| freshness.including(seq)),
            ..self.clone()
        }
    }

    /// The same, which keeps a turn until it is dropped and all is over that it was asked for, also if nobody waits for that any more.
    #[must_use]
    pub fn keeping(&self, turn: impl Any + Send + Sync) -> Self {
        Self {
            turns: self.turns.and(turn),
            ..self.clone()
        }
    }

    /// The same, whose next read of the club of this transaction goes on in it.
    pub(crate) fn going_on(&self, read: Transaction) -> Self {
        Self {
            open_read: OpenRead::of(read),
            // The transaction has them, and what is read after it has its own.
            turns: KeptTurns::default(),
            ..self.clone()
        }
    }

    /// A real round trip to the database.
    pub async fn ready(&self) -> Result<()> {
        self.run(async |ledger: Self| {
            let mut connection = ledger.connections.checkout().await?;
            Ok(connection.batch_execute("SELECT 1").await?)
        })
        .await
    }

    /// Runs work as a task of its own, so that it comes to its end even if nobody waits for it any more.
    pub(crate) async fn run<T, W>(&self, work: impl FnOnce(Self) -> W) -> Result<T>
    where
        T: Send + 'static,
        W: Future<Output = Result<T>> + Send + 'static,
    {
        let verb = tracing::info_span!("verb", otel.name = name_of(type_name::<W>()));
        let work = work(self.in_turn(Access::Write).await?);
        let task = self.connections.spawn(work.instrument(verb));
        task.await
            .unwrap_or_else(|error| Err(Error::Bug(error.to_string())))
    }

    /// Runs work as a task of its own, which learns whether somebody still waits for it.
    pub(crate) async fn run_for<T, W>(&self, work: impl FnOnce(Self, Requester) -> W) -> Result<T>
    where
        T: Send + 'static,
        W: Future<Output = Result<T>> + Send + 'static,
    {
        let waiting = Arc::new(());
        let requester = Requester(Arc::downgrade(&waiting));
        // `waiting` lasts until this is over or dropped.
        self.run(|ledger| work(ledger, requester)).await
    }

    /// Runs a read as a task of its own, which ends when nobody waits for it any more: what it read is of no use then.
    pub(crate) async fn run_read<T, W>(&self, work: impl FnOnce(Self) -> W) -> Result<T>
    where
        T: Send + 'static,
        W: Future<Output = Result<T>> + Send + 'static,
    {
        let read = tracing::info_span!("read", otel.name = name_of(type_name::<W>()));
        let ledger = self.in_turn(Access::Read).await?;
        self.spawn_read(work(ledger).instrument(read)).await
    }

    /// The same for a read of a club that may be late. This alone decides which server answers it: the replica, if there is one and it has
    /// what this handle wants at least; otherwise, and if anything goes wrong there, the primary.
    pub(crate) async fn run_late_read<T, W>(
        &self,
        club: ClubId,
        work: impl FnOnce(Transaction) -> W + Clone + Send + 'static,
    ) -> Result<T>
    where
        T: Send + 'static,
        W: Future<Output = Result<T>> + Send + 'static,
    {
        let read = tracing::info_span!("read", otel.name = name_of(type_name::<W>()));
        let ledger = self.in_turn(Access::Read).await?;
        let reads = async move {
            if let (Some(replica), Some(at_least)) = (&ledger.replica, ledger.at_least) {
                let answer = match replica.open(club, at_least).await {
                    Ok(tx) => {
                        match timeout(LATE_READ, work.clone()(ledger.keeps_turns(tx))).await {
                            Ok(Ok(read)) => {
                                measure::late_reads(LateReadAnswer::Replica, 1);
                                return Ok(read);
                            }
                            // It has everything that the primary had: the primary would refuse this, too.
                            Ok(Err(refused @ (Error::Season(_) | Error::Tournament(_)))) => {
                                measure::late_reads(LateReadAnswer::Replica, 1);
                                return Err(refused);
                            }
                            Ok(Err(_)) | Err(_) => LateReadAnswer::Failed,
                        }
                    }
                    Err(answer) => answer,
                };
                measure::late_reads(answer, 1);
            }
            let tx = match ledger.open_read.take(club) {
                Some(open) => open,
                None => ledger.transaction().await?,
            };
            work(tx).await
        };
        self.spawn_read(reads.instrument(read)).await
    }

    /// What the primary answers; while it does not answer, what the replica knows of a club, if there is one that may be asked alone.
    pub(crate) async fn ask_either<T>(
        &self,
        club: ClubId,
        primary: impl Future<Output = Result<T>>,
        looks: impl AsyncFnOnce(&Transaction, Freshness) -> Result<Option<T>>,
    ) -> Result<T> {
        match &self.replica {
            Some(replica) => replica.answer_of_either(club, primary, looks).await,
            None => primary.await,
        }
    }

    /// Runs a read as a task at once. Whoever awaits the answer holds the task alone, not what the read is made of.
    fn spawn_read<T, R>(&self, reads: R) -> impl Future<Output = Result<T>> + use<T, R>
    where
        T: Send + 'static,
        R: Future<Output = Result<T>> + Send + 'static,
    {
        let in_time = async {
            timeout(LONGEST_READ, reads)
                .await
                .unwrap_or_else(|_| too_long())
        };
        let task = self.connections.spawn(in_time);
        let ends = AbortOnDrop(task.abort_handle());
        async move {
            let _ends = ends;
            task.await
                .unwrap_or_else(|error| Err(Error::Bug(error.to_string())))
        }
    }

    /// The same once it is the turn of whoever asks, which it keeps. What goes on in a transaction that is open needs none: it has a connection, for
    /// which others wait that have turns.
    async fn in_turn(&self, access: Access) -> Result<Self> {
        let turns = match self.open_read.is_open() {
            true => None,
            false => self.callers.next(access).await?,
        };
        Ok(turns.map_or_else(|| self.clone(), |turns| self.keeping(turns)))
    }

    /// A transaction that is yet to be opened.
    pub(crate) async fn transaction(&self) -> Result<Transaction> {
        let tx = Transaction::on(&self.connections, transaction_span()).await?;
        Ok(self.keeps_turns(tx))
    }

    /// The transaction keeps the turns of this handle until its end.
    fn keeps_turns(&self, tx: Transaction) -> Transaction {
        tx.keeping(self.turns.clone())
    }

    /// A transaction that is going to lock a club. Those of one club wait for each other before they take a connection: otherwise those
    /// that wait for the lock of one club would have all connections.
    pub(crate) async fn transaction_of(&self, club: ClubId) -> Result<Transaction> {
        let turn = self.turn_of(club).await?;
        Ok(self.transaction().await?.in_turn(turn))
    }

    /// The next turn of a club.
    pub(crate) async fn turn_of(&self, club: ClubId) -> Result<Turn> {
        in_time(self.connections.patience, "club", self.clubs.next(club)).await
    }

    /// Where the ledgers of clubs end, as far as is known.
    pub(crate) fn club_heads(&self) -> &ClubHeads {
        &self.club_heads
    }

    /// What matches came to, as far as this process added them up.
    pub(crate) fn match_results(&self) -> Arc<MatchResults> {
        Arc::clone(&self.match_results)
    }

    async fn refuse_unsafe(self, group: &'static str) -> Result<()> {
        let mut connection = self.connections.checkout().await?;
        startup_checks::check(&mut connection, group).await
    }
}

impl std::fmt::Debug for Ledger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ledger")
            .field("connections", &self.connections)
            .finish_non_exhaustive()
    }
}

fn too_long<T>() -> Result<T> {
    Err(Error::Unavailable {
        retry: Retry::Later,
        reason: format!("the read took more than {LONGEST_READ:?}"),
    })
}

/// The function that a future was written in, by what the compiler calls the future. It is for whoever reads traces: nothing
/// else depends on it.
fn name_of(future: &'static str) -> &'static str {
    let function = future.split("::{{closure}}").next().unwrap_or(future);
    function.rsplit("::").next().unwrap_or(function)
}

/// Ends a task when it is dropped; one that is over stays as it is.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
