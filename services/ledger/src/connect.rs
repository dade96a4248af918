//! The handle on the database: a pool of connections, and the runtime they live on.

use crate::connector;
use crate::database_url::DatabaseUrl;
use crate::lock_order::LockOrder;
use crate::measure::{self, Watch};
use crate::transaction::Transaction;
use crate::{Error, Result, Retry, startup_checks};
use diesel::ConnectionResult;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection};
use futures_util::FutureExt;
use std::any::type_name;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tracing::Instrument;
use tracing::field::Empty;

/// How to reach the database.
#[derive(Clone)]
pub struct Config {
    /// `postgres://user:password@host:port/database`, of the application's role. Unless the host is on this machine or `sslmode` says
    /// otherwise, the connection is under TLS, with a server that `sslrootcert` or the system knows.
    pub url: String,
    /// How many connections at most.
    pub pool_size: usize,
}

/// A handle on the ledger's database. Cheap to clone.
#[derive(Clone)]
pub struct Ledger {
    pool: Pool<AsyncPgConnection>,
    /// What its pool is called where it is counted.
    name: &'static str,
    runtime: Handle,
    _watch: Arc<Watch>,
}

/// How long a command waits for a free connection, a new one included.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many commands may wait for each connection. More are put off at once: they would wait long, and have those wait who
/// come after them.
const QUEUE: usize = 32;

/// The server gives up on a statement, a lock or an idle transaction by itself, whatever became of this process.
/// A lock is waited for less long than a statement runs, so that a queue of writers ends in a clear error.
///
/// Prepared statements are planned once for each connection. Row level security otherwise has the server plan them each time,
/// because `faan.club` could change what is cheapest; every statement here finds its rows by the first columns of an index.
const SETTINGS: &str = "SET statement_timeout = '10s'; SET lock_timeout = '4s'; \
    SET idle_in_transaction_session_timeout = '30s'; SET timezone = 'UTC'; SET plan_cache_mode = 'force_generic_plan'";

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
        let mut setup = ManagerConfig::default();
        // A query finds out soon enough that a connection is dead; asking first would cost a round trip each time.
        setup.recycling_method = RecyclingMethod::Fast;
        setup.custom_setup = Box::new(move |_| establish(url.clone()).boxed());
        // The setup knows the URL, and nobody else has to.
        let manager = AsyncDieselConnectionManager::new_with_config("", setup);
        let pool = Pool::builder(manager)
            .max_size(config.pool_size.max(1))
            .build();
        let pool = pool.map_err(|error| Error::Config(error.to_string()))?;
        let name = group.strip_prefix("faan_").unwrap_or(group);
        let ledger = Self {
            _watch: Arc::new(Watch::over(pool.clone(), name)),
            pool,
            name,
            runtime: Handle::current(),
        };
        ledger
            .run(async |ledger: Self| ledger.refuse_unsafe(group).await)
            .await?;
        Ok(ledger)
    }

    /// A real round trip to the database.
    pub async fn ready(&self) -> Result<()> {
        self.run(async |ledger: Self| {
            let mut connection = ledger.checkout().await?;
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
        let task = self.runtime.spawn(work(self.clone()).instrument(verb));
        task.await
            .unwrap_or_else(|error| Err(Error::Bug(error.to_string())))
    }

    /// Runs a read as a task of its own, which ends when nobody waits for it any more: what it read is of no use then.
    pub(crate) async fn run_read<T, W>(&self, work: impl FnOnce(Self) -> W) -> Result<T>
    where
        T: Send + 'static,
        W: Future<Output = Result<T>> + Send + 'static,
    {
        let read = tracing::info_span!("read", otel.name = name_of(type_name::<W>()));
        let task = self.runtime.spawn(work(self.clone()).instrument(read));
        let _ends = AbortOnDrop(task.abort_handle());
        task.await
            .unwrap_or_else(|error| Err(Error::Bug(error.to_string())))
    }

    /// A transaction that is yet to be opened.
    pub(crate) async fn transaction(&self) -> Result<Transaction> {
        let span = tracing::info_span!("transaction", otel.kind = "client", committed = Empty);
        Ok(Transaction::on(self.checkout().await?, span))
    }

    async fn refuse_unsafe(self, group: &'static str) -> Result<()> {
        let mut connection = self.checkout().await?;
        startup_checks::check(&mut connection, group).await
    }

    async fn checkout(&self) -> Result<Object<AsyncPgConnection>> {
        let unavailable = |reason: String| Error::Unavailable {
            retry: Retry::Later,
            reason,
        };
        let pool = self.pool.status();
        if pool.waiting >= pool.max_size.saturating_mul(QUEUE) {
            let reason = format!("{} commands wait for a connection already", pool.waiting);
            return Err(unavailable(reason));
        }
        let since = Instant::now();
        let waited = tokio::time::timeout(PATIENCE, self.pool.get()).await;
        measure::waited(self.name, since);
        let got = waited.map_err(|_| unavailable(self.crowd()))?;
        got.map_err(|error| unavailable(error.to_string()))
    }

    /// How crowded it is where no connection became free: whether all are in use, or none could be made.
    fn crowd(&self) -> String {
        let pool = self.pool.status();
        let used = pool.size.saturating_sub(pool.available);
        format!(
            "no connection became free in {PATIENCE:?}: {used} of {} are in use, {} more commands wait",
            pool.max_size, pool.waiting
        )
    }
}

impl std::fmt::Debug for Ledger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ledger")
            .field("pool", &self.pool.status())
            .finish_non_exhaustive()
    }
}

/// The function that a future was written in, by what the compiler calls the future. It is for whoever reads traces: nothing
/// else depends on it.
fn name_of(future: &'static str) -> &'static str {
    let function = future.split("::{{closure}}").next().unwrap_or(future);
    function.rsplit("::").next().unwrap_or(function)
}

async fn establish(url: DatabaseUrl) -> ConnectionResult<AsyncPgConnection> {
    let made = connector::diesel(&url).await;
    let mut connection =
        made.map_err(|error| diesel::ConnectionError::BadConnection(error.to_string()))?;
    if cfg!(debug_assertions) {
        connection.set_instrumentation(LockOrder::default());
    }
    let bounded = connection.batch_execute(SETTINGS).await;
    bounded.map_err(diesel::ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// Ends a task when it is dropped; one that is over stays as it is.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
