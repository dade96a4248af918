//! Notifications of what was committed.
//!
//! PostgreSQL sends notifications in the order of the commits: a transaction that notifies holds a lock of the whole server from before its
//! commit until the commit is on the disk. If each command notified in its transaction, the commits of all clubs would wait for the disk one
//! after the other. Therefore notifications are sent after the commit, those of many commits together. If the process ends before it
//! sends them, they are lost, so every listener also looks without a notification, at an interval or when somebody reads.

use crate::ClubId;
use crate::notifications::{DISPATCHER, ENTRIES, SIGNER};
use crate::tables::notification;
use crate::{Error, Result, Retry};
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::deadpool::Pool;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// How long to wait if the database is not there.
const RETRY: Duration = Duration::from_secs(1);

/// How long a connection is waited for: a server that is frozen while one is made would hold up all notifications.
const PATIENCE: Duration = Duration::from_secs(5);

/// The pause after notifications were sent. Each time, PostgreSQL wakes every listener of the database: those of many commits cost as much as one.
const PAUSE: Duration = Duration::from_millis(20);

/// What listeners are notified of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Notice {
    /// The ledger of a club has grown.
    Entries(ClubId),
    /// There is something to sign soon.
    Signer,
    /// There is something to deliver to a webhook.
    Dispatcher,
}

/// Sends notifications in the background until it is dropped.
pub(crate) struct Notifier {
    queue: Arc<Queue>,
    sending: JoinHandle<()>,
}

/// What is to be sent. A notice that is already in it is sent once.
#[derive(Default)]
struct Queue {
    notices: Mutex<BTreeSet<Notice>>,
    added: Notify,
}

impl Notice {
    fn channel(self) -> &'static str {
        match self {
            Self::Entries(_) => ENTRIES,
            Self::Signer => SIGNER,
            Self::Dispatcher => DISPATCHER,
        }
    }

    fn payload(self) -> String {
        match self {
            Self::Entries(club) => club.to_string(),
            Self::Signer | Self::Dispatcher => String::new(),
        }
    }
}

impl Notifier {
    /// Begins. Call it on the multi-thread runtime.
    pub(crate) fn start(pool: Pool<AsyncPgConnection>) -> Self {
        let queue = Arc::new(Queue::default());
        let sending = tokio::spawn(send(pool, queue.clone()));
        Self { queue, sending }
    }

    /// Has listeners notified soon.
    pub(crate) fn notify(&self, notices: BTreeSet<Notice>) {
        if !notices.is_empty() {
            self.queue.lock().extend(notices);
            self.queue.added.notify_one();
        }
    }
}

impl Drop for Notifier {
    fn drop(&mut self) {
        self.sending.abort();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, BTreeSet<Notice>> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn send(pool: Pool<AsyncPgConnection>, queue: Arc<Queue>) {
    loop {
        queue.added.notified().await;
        let notices = std::mem::take(&mut *queue.lock());
        if let Err(error) = send_once(&pool, &notices).await {
            tracing::warn!("notifications wait for the database: {error}");
            queue.lock().extend(notices);
            queue.added.notify_one();
            sleep(RETRY).await;
        } else {
            sleep(PAUSE).await;
        }
    }
}

async fn send_once(pool: &Pool<AsyncPgConnection>, notices: &BTreeSet<Notice>) -> Result<()> {
    let unavailable = |reason| Error::Unavailable {
        retry: Retry::Later,
        reason,
    };
    let got = timeout(PATIENCE, pool.get()).await;
    let got = got.map_err(|_| unavailable(format!("no connection in {PATIENCE:?}")))?;
    let connection = got.map_err(|error| unavailable(error.to_string()))?;
    let (channels, payloads) = notices
        .iter()
        .map(|notice| (notice.channel(), notice.payload()))
        .unzip();
    notification::send(&connection, channels, payloads).await
}
