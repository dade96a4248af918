//! Whether a database still answers, and still takes writes: a primary may be frozen, cut off or demoted while its connections stay
//! open, and a command that waits for it would wait for ever.

use crate::connector;
use crate::database_url::DatabaseUrl;
use metrics::{Unit, counter, describe_counter};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::{Client, SimpleQueryMessage};

/// How often the server is asked.
const EVERY: Duration = Duration::from_secs(1);
/// How long it may take to answer. It reads one setting for that: what takes longer is not slow but away.
const PATIENCE: Duration = Duration::from_secs(5);

const LOST: &str = "faan_database_lost_total";

/// Resolves, with the reason, when the server of a connection does not answer in time, or is not what its URL wants any more.
pub(crate) async fn until_lost(client: &Client, wants: TargetSessionAttrs) -> String {
    loop {
        sleep(EVERY).await;
        let answer = timeout(PATIENCE, client.simple_query("SHOW transaction_read_only")).await;
        let Ok(answer) = answer else {
            return format!("it says nothing for {PATIENCE:?}");
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
    lost: watch::Sender<()>,
    watching: JoinHandle<()>,
}

impl Heartbeat {
    /// Watches the server of this URL for the pool of this name, until it is dropped.
    pub(crate) fn of(url: DatabaseUrl, pool: &'static str) -> Self {
        describe();
        counter!(LOST, "pool" => pool).increment(0);
        let lost = watch::Sender::new(());
        let watching = tokio::spawn(watch(url, pool, lost.clone()));
        Self { lost, watching }
    }

    /// Resolves when the server is lost next, or when nobody watches it any more.
    pub(crate) fn lost(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut lost = self.lost.subscribe();
        async move {
            lost.changed().await.ok();
        }
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

async fn watch(url: DatabaseUrl, pool: &'static str, lost: watch::Sender<()>) {
    loop {
        if let Ok((client, connection)) = connector::connect(&url).await {
            let wants = url.config().get_target_session_attrs();
            let why = tokio::select! {
                why = until_lost(&client, wants) => why,
                _ = connection => "it ended the connection".to_owned(),
            };
            let hosts = url.hosts();
            tracing::warn!(
                pool,
                "the database at {hosts} is lost: {why}; its connections are given up"
            );
            counter!(LOST, "pool" => pool).increment(1);
            lost.send_replace(());
        }
        sleep(EVERY).await;
    }
}

fn describe() {
    describe_counter!(
        LOST,
        Unit::Count,
        "How often the server of a pool stopped answering, or the primary taking writes, and all connections of the pool were given up."
    );
}
