//! Whether a database still answers, and still takes writes: a primary may be frozen, cut off or demoted while its connections stay
//! open, and a command that waits for it would wait for ever.

use crate::connector;
use crate::database_url::DatabaseUrl;
use metrics::{Unit, counter, describe_counter};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::{Client, SimpleQueryMessage};

/// How often the server is asked.
const EVERY: Duration = Duration::from_secs(1);
/// How soon a connection to it is tried again, at first. The pause grows from one failure to the next, up to `EVERY`.
const RETRY: Duration = Duration::from_millis(50);
/// How long a new connection waits for its server to be watched. Where there is no room for one more, it goes on without. Who reads on a
/// replica waits for half a second, for all of it.
const UNWATCHED: Duration = Duration::from_millis(250);

const LOST: &str = "faan_database_lost_total";

/// Resolves, with the reason, when the server of a connection does not answer in time, or is not what its URL wants any more. To answer,
/// it reads one setting: what takes longer than the patience of the URL is not slow but away.
pub(crate) async fn until_lost(client: &Client, url: &DatabaseUrl) -> String {
    let wants = url.config().get_target_session_attrs();
    let patience = url.patience_with_answers();
    loop {
        sleep(EVERY).await;
        let answer = timeout(patience, client.simple_query("SHOW transaction_read_only")).await;
        let Ok(answer) = answer else {
            return format!("it says nothing for {patience:?}");
        };
        let is_read_only = match answer {
            Ok(messages) => messages.iter().any(is_on),
            Err(error) => return error.to_string(),
        };
        if is_read_only && wants == TargetSessionAttrs::ReadWrite {
            return "it takes no writes any more".to_owned();
        }
        if !is_read_only && wants == TargetSessionAttrs::ReadOnly {
            return "it is no replica any more".to_owned();
        }
    }
}

fn is_on(message: &SimpleQueryMessage) -> bool {
    matches!(message, SimpleQueryMessage::Row(row) if row.get(0) == Some("on"))
}

/// Watches the server of a pool over a connection of its own, and has the pool's connections cut off when it is lost.
pub(crate) struct Heartbeat {
    pulse: Arc<Pulse>,
    watching: JoinHandle<()>,
}

#[derive(Default)]
struct Pulse {
    state: watch::Sender<State>,
    /// A connection of the pool was made: the server is there.
    is_there: Notify,
}

#[derive(Clone, Copy, Default)]
struct State {
    is_watching: bool,
    losses: u64,
}

/// What a connection of the pool learns of its server, from before it was made.
pub(crate) struct Watched {
    pulse: Arc<Pulse>,
    losses_before: u64,
}

impl Heartbeat {
    /// Watches the server of this URL for the pool of this name, until it is dropped.
    pub(crate) fn of(url: DatabaseUrl, pool: &'static str) -> Self {
        describe();
        counter!(LOST, "pool" => pool).increment(0);
        let pulse = Arc::new(Pulse::default());
        let watching = tokio::spawn(watch(url, pool, pulse.clone()));
        Self { pulse, watching }
    }

    /// For a connection that is about to be made.
    pub(crate) fn watched(&self) -> Watched {
        let pulse = self.pulse.clone();
        let losses_before = pulse.state.borrow().losses;
        Watched {
            pulse,
            losses_before,
        }
    }
}

impl Watched {
    /// Resolves when the server is lost next, or when nobody watches it any more.
    pub(crate) fn lost(&self) -> impl Future<Output = ()> + Send + use<> {
        let (mut state, before) = (self.pulse.state.subscribe(), self.losses_before);
        async move {
            state.wait_for(|state| state.losses > before).await.ok();
        }
    }

    /// Waits until somebody watches the server. If it were lost before that, nobody would notice, and who waits for it would wait for ever.
    pub(crate) async fn begun(&self) {
        let mut state = self.pulse.state.subscribe();
        if !state.borrow().is_watching {
            self.pulse.is_there.notify_one();
        }
        let begun = state.wait_for(|state| state.is_watching);
        timeout(UNWATCHED, begun).await.ok();
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

impl Pulse {
    fn begin(&self) {
        self.state.send_modify(|state| state.is_watching = true);
    }

    fn lose(&self) {
        self.state.send_modify(|state| {
            state.is_watching = false;
            state.losses = state.losses.saturating_add(1);
        });
    }
}

async fn watch(url: DatabaseUrl, pool: &'static str, pulse: Arc<Pulse>) {
    let (hosts, mut pause) = (url.hosts(), RETRY);
    loop {
        match connector::connect(&url).await {
            Ok((client, connection)) => {
                pulse.begin();
                let why = tokio::select! {
                    why = until_lost(&client, &url) => why,
                    _ = connection => "it ended the connection".to_owned(),
                };
                pulse.lose();
                counter!(LOST, "pool" => pool).increment(1);
                tracing::warn!(
                    pool,
                    "the database at {hosts} is lost: {why}; its connections are given up"
                );
                pause = RETRY;
            }
            Err(error) => {
                let next = pause.saturating_mul(2).min(EVERY);
                // Once, however long it is away.
                if pause < EVERY && next == EVERY {
                    tracing::warn!(pool, %error, "the database at {hosts} cannot be watched");
                }
                pause = next;
            }
        }
        sleep(RETRY).await;
        tokio::select! {
            () = sleep(pause.saturating_sub(RETRY)) => {}
            () = pulse.is_there.notified() => {}
        }
    }
}

fn describe() {
    describe_counter!(
        LOST,
        Unit::Count,
        "How often the server of a pool stopped answering, or the primary taking writes, and all connections of the pool were given up."
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    impl Watched {
        /// Of a server that nobody watches.
        pub(crate) fn by_nobody() -> Self {
            Self {
                pulse: Arc::default(),
                losses_before: 0,
            }
        }

        /// Resolves when somebody wants the server watched.
        pub(crate) fn is_asked_for(&self) -> impl Future<Output = ()> + use<> {
            let pulse = self.pulse.clone();
            async move { pulse.is_there.notified().await }
        }
    }

    #[tokio::test]
    async fn it_has_begun_once_somebody_watches() {
        let watched = Watched::by_nobody();
        let pulse = watched.pulse.clone();
        assert_eq!(watched.begun().now_or_never(), None);
        // Whoever watches is told that the server is there.
        assert_eq!(pulse.is_there.notified().now_or_never(), Some(()));
        pulse.begin();
        assert_eq!(watched.begun().now_or_never(), Some(()));
    }
}
