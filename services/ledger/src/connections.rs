//! The connections to the database: a pool of them, which follows the primary.

use crate::connector;
use crate::database_url::DatabaseUrl;
use crate::heartbeat::{Heartbeat, Watched};
use crate::lock_order::LockOrder;
use crate::measure::{self, Watch};
use crate::notifier::{Notice, Notifier};
use crate::tables::clubs;
use crate::{ClubId, Error, Result, Retry};
use diesel::ConnectionResult;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection};
use futures_util::FutureExt;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_postgres::CancelToken;
use uuid::Uuid;

/// A pool of connections to the primary. Cheap to clone. When the primary is lost, all of them are cut off, so that whatever waits for
/// one ends, and the next ones are made to the server that has taken its place.
#[derive(Clone)]
pub(crate) struct Connections {
    pool: Pool<AsyncPgConnection>,
    url: Arc<DatabaseUrl>,
    /// What the pool is called where it is counted.
    name: &'static str,
    /// How long a command waits for a free connection, a new one included.
    pub(crate) patience: Duration,
    notifier: Arc<Notifier>,
    /// The runtime that they live on.
    runtime: Handle,
    _watch: Arc<Watch>,
}

/// The pool of the application, which records what happens in clubs.
const APPLICATION: &str = "app";

/// How many commands may wait for each connection. More are put off at once: they would wait long, and have those wait who
/// come after them.
pub(crate) const QUEUE: usize = 32;

/// The server gives up on a statement, a lock or an idle transaction by itself, whatever became of this process.
/// A lock is waited for less long than a statement runs, so that a queue of writers ends in a clear error. What the `options` of the URL
/// state holds instead.
const LIMITS: [(&str, &str); 3] = [
    ("statement_timeout", "10s"),
    ("lock_timeout", "4s"),
    ("idle_in_transaction_session_timeout", "30s"),
];

/// The server also finds out within half a minute that the other machine is gone, which would otherwise keep its locks for two hours: those of
/// the session, too, by which one of several signers signs.
///
/// Prepared statements are planned once for each connection. Row level security otherwise has the server plan them each time,
/// because `faan.club` could change what is cheapest; every statement here finds its rows by the first columns of an index.
const SETTINGS: &str = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET timezone = 'UTC'; SET plan_cache_mode = 'force_generic_plan'";

impl Connections {
    /// Opens none yet. Call it on the multi-thread runtime of the process: the connections live there.
    pub(crate) fn to(url: DatabaseUrl, most: usize, name: &'static str) -> Result<Self> {
        let patience = url.patience_with_answers();
        let heartbeat = Heartbeat::of(url.clone(), name);
        let (url, of_setup) = (Arc::new(url.clone()), url);
        let mut setup = ManagerConfig::default();
        // A query finds out soon enough that a connection is dead; asking first would cost a round trip each time.
        setup.recycling_method = RecyclingMethod::Fast;
        setup.custom_setup =
            Box::new(move |_| establish(of_setup.clone(), name, heartbeat.watched()).boxed());
        // The setup knows the URL, and nobody else has to.
        let manager = AsyncDieselConnectionManager::new_with_config("", setup);
        let pool = Pool::builder(manager).max_size(most.max(1)).build();
        let pool = pool.map_err(|error| Error::Config(error.to_string()))?;
        Ok(Self {
            _watch: Arc::new(Watch::over(pool.clone(), name)),
            notifier: Arc::new(Notifier::start(pool.clone())),
            runtime: Handle::current(),
            pool,
            url,
            name,
            patience,
        })
    }

    /// One of them, once it is free.
    pub(crate) async fn checkout(&self) -> Result<Object<AsyncPgConnection>> {
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
        let waited = tokio::time::timeout(self.patience, self.pool.get()).await;
        measure::waited(self.name, since);
        let got = waited.map_err(|_| unavailable(self.crowd()))?;
        got.map_err(|error| unavailable(error.to_string()))
    }

    /// Runs something where the connections live, whichever thread asks for it.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.runtime.spawn(work)
    }

    /// Asks the server to give up what it does on a connection. It may have nothing left to do there, or something else by the time it is told.
    pub(crate) async fn cancel(&self, statement: &CancelToken) {
        if let Err(error) = connector::cancel(&self.url, statement).await {
            tracing::warn!(%error, "a statement for which nobody waits could not be given up");
        }
    }

    /// Has listeners notified of what was committed.
    pub(crate) fn notify(&self, notices: BTreeSet<Notice>) {
        self.notifier.notify(notices);
    }

    /// How crowded it is where no connection became free: whether all are in use, or none could be made.
    fn crowd(&self) -> String {
        let pool = self.pool.status();
        let used = pool.size.saturating_sub(pool.available);
        format!(
            "no connection became free in {:?}: {used} of {} are in use, {} more commands wait",
            self.patience, pool.max_size, pool.waiting
        )
    }
}

impl std::fmt::Debug for Connections {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connections")
            .field("pool", &self.pool.status())
            .finish_non_exhaustive()
    }
}

async fn establish(
    url: DatabaseUrl,
    name: &'static str,
    watched: Watched,
) -> ConnectionResult<AsyncPgConnection> {
    let made = connector::diesel_until(&url, watched.lost()).await;
    let mut connection =
        made.map_err(|error| diesel::ConnectionError::BadConnection(error.to_string()))?;
    watched.begun().await;
    if cfg!(debug_assertions) {
        connection.set_instrumentation(LockOrder::default());
    }
    let bounded = connection.batch_execute(&settings(&url)).await;
    bounded.map_err(diesel::ConnectionError::CouldntSetupConfiguration)?;
    if name == APPLICATION {
        let prepared = prepare_lock(&connection).await;
        prepared.map_err(|error| diesel::ConnectionError::BadConnection(error.to_string()))?;
    }
    Ok(connection)
}

/// The statements that set a new connection up.
fn settings(url: &DatabaseUrl) -> String {
    let limits = LIMITS.iter().filter(|(name, _)| !url.states(name));
    let limits = limits.map(|(name, limit)| format!("SET {name} = '{limit}'; "));
    limits.collect::<String>() + SETTINGS
}

/// Prepares the lock of a club. It is sent together with the reads under it: if it were prepared then, they would come before it. A
/// database that takes no writes refuses the lock, but it is prepared there too, and reads need no lock.
async fn prepare_lock(mut connection: &AsyncPgConnection) -> Result<()> {
    let nobody = ClubId(Uuid::nil());
    let name = format!("BEGIN; SET LOCAL faan.club = '{nobody}'");
    connection.batch_execute(&name).await?;
    let _refused = clubs::lock(connection, nobody).await;
    Ok(connection.batch_execute("ROLLBACK").await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_database::{TestDatabase, with_parameters};
    use diesel::sql_types::Text;
    use diesel::{QueryableByName, sql_query};
    use diesel_async::RunQueryDsl;

    #[tokio::test]
    async fn a_new_connection_waits_until_its_server_is_watched() {
        let database = TestDatabase::create().await;
        let url = DatabaseUrl::parse(&database.url()).unwrap();
        let watched = Watched::by_nobody();
        let asked = watched.is_asked_for();
        establish(url, APPLICATION, watched).await.unwrap();
        assert!(asked.now_or_never().is_some());
    }

    #[derive(QueryableByName)]
    struct Setting {
        #[diesel(sql_type = Text)]
        setting: String,
    }

    #[tokio::test]
    async fn what_is_limited_is_limited_as_the_url_says_or_as_is_good_in_operation() {
        let database = TestDatabase::create().await;
        for (options, expected) in [
            ("", "10s 4s 30s"),
            ("&options=-c%20lock_timeout%3D7s", "10s 7s 30s"),
            (
                "&options=-c%20statement_timeout%3D8s%20-c%20idle_in_transaction_session_timeout%3D9s",
                "8s 4s 9s",
            ),
        ] {
            let url = with_parameters(&database.url(), &format!("connect_timeout=60{options}"));
            let url = DatabaseUrl::parse(&url).unwrap();
            let watched = Watched::by_nobody();
            // A connection ends with whoever could watch its server.
            let _watcher = watched.is_asked_for();
            let mut connection = establish(url, "signer", watched).await.unwrap();
            let mut found = Vec::new();
            for (name, _) in LIMITS {
                let show = sql_query(format!("SELECT current_setting('{name}') AS setting"));
                let shown: Setting = show.get_result(&mut connection).await.unwrap();
                found.push(shown.setting);
            }
            assert_eq!(found.join(" "), expected, "{options}");
        }
    }
}
