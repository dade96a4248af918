//! Asks the primary and the replica every second where they are in the log.

use super::state::SharedState;
use crate::database_url::DatabaseUrl;
use crate::tables::freshness::{self, LogPosition};
use crate::{Error, Result, Retry, connector, measure, startup_checks};
use diesel_async::AsyncPgConnection;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// How often both are asked.
const EVERY: Duration = Duration::from_secs(1);
/// How long each may take to answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// Watches both, for as long as it is polled.
pub(super) async fn watch(primary: DatabaseUrl, replica: DatabaseUrl, state: SharedState) {
    let hosts = replica.hosts();
    let (mut primary, mut replica) = (Server::new(primary), Server::new(replica));
    let mut system = None;
    let mut is_checked = false;
    let mut told = None;
    loop {
        // What was committed before this moment is before the position that the primary then tells.
        let asked = Instant::now();
        if let Ok(LogPosition {
            written: Some(written),
            system: of_primary,
            ..
        }) = primary.log_position().await
        {
            system = Some(of_primary);
            state.lock().primary.note(asked, written);
        }
        let found = match replica.log_position().await {
            Ok(found) => usable(found, (system, state.lock().primary.last_written())),
            Err(error) => Err(error.to_string()),
        };
        let found = match found {
            Ok(replayed) if is_checked => Ok(replayed),
            // Its role, and the migrations: once, since both are those of the primary.
            Ok(replayed) => {
                let checked = in_time(check(&replica.url)).await;
                is_checked = checked.is_ok();
                checked.map_or_else(|error| Err(error.to_string()), |()| Ok(replayed))
            }
            Err(why) => {
                replica.leave();
                Err(why)
            }
        };
        note(&state, found.as_ref().ok().copied());
        let trouble = found.err();
        if told.as_ref() != Some(&trouble) {
            match &trouble {
                Some(why) => tracing::warn!("the replica at {hosts} is not read: {why}"),
                None => tracing::info!("the replica at {hosts} is read"),
            }
            told = Some(trouble);
        }
        sleep(EVERY).await;
    }
}

/// Refuses a role that may do more than the application's, and a replica without all migrations.
pub(super) async fn check(url: &DatabaseUrl) -> Result<()> {
    let mut connection = connector::diesel(url).await?;
    startup_checks::check(&mut connection, "faan_app").await
}

/// What a replica of this primary has applied; otherwise why the server is not read.
fn usable(
    found: LogPosition,
    (primary, written): (Option<i64>, Option<i64>),
) -> std::result::Result<i64, String> {
    let why = match (found.replayed(), primary) {
        (None, _) => "it is no replica: it takes writes",
        (Some(_), None) => "the primary has not told where it is",
        (Some(_), Some(primary)) if primary != found.system => {
            "it copies from another server than the primary"
        }
        (Some(replayed), Some(_)) => match replayed.of_primary(written) {
            Some(replayed) => return Ok(replayed),
            None => "it has applied more than it was sent: it was the primary, or has just started",
        },
    };
    Err(why.to_owned())
}

fn note(state: &SharedState, replayed: Option<i64>) {
    let mut state = state.lock();
    state.is_usable = replayed.is_some();
    let complete = replayed.and_then(|replayed| state.primary.complete_until(replayed));
    state.complete_until = complete.or(state.complete_until);
    if let Some(moment) = state.complete_until {
        measure::replica_lag(moment.elapsed());
    }
}

/// A server, and the connection over which it is asked.
struct Server {
    url: DatabaseUrl,
    connection: Option<AsyncPgConnection>,
}

impl Server {
    fn new(url: DatabaseUrl) -> Self {
        Self {
            url,
            connection: None,
        }
    }

    /// Gives up the connection, so that the next one is to whichever host is what the URL wants by then.
    fn leave(&mut self) {
        self.connection = None;
    }

    /// Where it is in the log. A connection over which it did not answer is given up.
    async fn log_position(&mut self) -> Result<LogPosition> {
        let asked = async {
            let connection = match self.connection.take() {
                Some(connection) => connection,
                None => connector::diesel(&self.url).await?,
            };
            let found = freshness::log_position(&connection).await?;
            Ok((connection, found))
        };
        let (connection, found) = in_time(asked).await?;
        self.connection = Some(connection);
        Ok(found)
    }
}

/// What a server answers, if it does in time.
async fn in_time<T>(answer: impl Future<Output = Result<T>>) -> Result<T> {
    timeout(PATIENCE, answer).await.unwrap_or_else(|_| {
        Err(Error::Unavailable {
            retry: Retry::Later,
            reason: format!("it says nothing for {PATIENCE:?}"),
        })
    })
}
