//! Hearing at once of what others do to the database: connections of their own that listen.

use crate::database_url::DatabaseUrl;
use crate::{AuditId, ClubId, Result, bootstrap, connector, heartbeat};
use futures_util::{StreamExt, stream};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;
use tokio_postgres::AsyncMessage;

/// What is notified when there is something to sign now.
pub(crate) const SIGNER: &str = "faan_signer";
/// What is notified when there is something to audit now.
pub(crate) const AUDITOR: &str = "faan_auditor";
/// What is notified when there is something to tell a webhook now.
pub(crate) const DISPATCHER: &str = "faan_dispatcher";
/// What is notified, with its id, when something is told of an audit.
pub(crate) const AUDITS: &str = "faan_audits";
/// What is notified, with the club's id, when a ledger has grown.
pub(crate) const ENTRIES: &str = "faan_entries";

/// How long to wait after a connection was lost, or could not be made.
const RETRY: Duration = Duration::from_secs(1);
/// How many are remembered for a reader of the news who is busy. One who misses some is told so.
const REMEMBERED: usize = 256;

/// Tells when somebody wants something done now.
pub struct WorkNotifications {
    told: mpsc::Receiver<()>,
    _listening: Listening,
}

impl WorkNotifications {
    /// Listens for wishes to have something signed, on a connection of its own.
    pub async fn of_signer(url: &str) -> Result<Self> {
        Self::listen(url, SIGNER).await
    }

    /// Listens for wishes to have something audited, on a connection of its own.
    pub async fn of_auditor(url: &str) -> Result<Self> {
        Self::listen(url, AUDITOR).await
    }

    /// Listens for what webhooks are to be told, on a connection of its own.
    pub async fn of_dispatcher(url: &str) -> Result<Self> {
        Self::listen(url, DISPATCHER).await
    }

    async fn listen(url: &str, channel: &str) -> Result<Self> {
        // Several wishes while one is seen to are one wish.
        let (tell, told) = mpsc::channel(1);
        let tell = move |_: &str| {
            tell.try_send(()).ok();
        };
        Ok(Self {
            told,
            _listening: listen(url, channel, tell).await?,
        })
    }

    /// Resolves when there is something to do; `None` if the connection is lost.
    pub async fn next(&mut self) -> Option<()> {
        self.told.recv().await
    }
}

/// Tells many readers, over one connection, of what something new is to be read: by `I`, its id.
pub struct Notifications<I> {
    news: broadcast::Sender<Option<I>>,
    listening: JoinHandle<()>,
}

/// News of audits.
pub type AuditNotifications = Notifications<AuditId>;
/// News of clubs whose ledgers have grown.
pub type EntryNotifications = Notifications<ClubId>;

impl AuditNotifications {
    /// Listens, on a connection of its own, which is made anew whenever it is lost. Call it on the multi-thread runtime.
    pub fn listen(url: String) -> Self {
        Self::of(url, AUDITS)
    }
}

impl EntryNotifications {
    /// Listens, on a connection of its own, which is made anew whenever it is lost. Call it on the multi-thread runtime.
    pub fn listen(url: String) -> Self {
        Self::of(url, ENTRIES)
    }
}

impl<I: FromStr + Copy + Send + 'static> Notifications<I> {
    fn of(url: String, channel: &'static str) -> Self {
        let (news, _) = broadcast::channel(REMEMBERED);
        let listening = tokio::spawn(pass_on(url, channel, news.clone()));
        Self { news, listening }
    }

    /// What is new from now on.
    pub fn subscribe(&self) -> Subscription<I> {
        Subscription(self.news.subscribe())
    }
}

impl<I> Drop for Notifications<I> {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// One who waits for news.
pub struct Subscription<I>(broadcast::Receiver<Option<I>>);

impl<I: Copy + PartialEq> Subscription<I> {
    /// Resolves when there may be something new of this one. `None` when there will be no more news.
    pub async fn next(&mut self, id: I) -> Option<()> {
        loop {
            match self.any().await? {
                Some(other) if other != id => {}
                Some(_) | None => return Some(()),
            }
        }
    }

    /// Of what there is something new: of any of them, where it is none, since some news were missed. `None` when there will be
    /// no more news.
    pub async fn any(&mut self) -> Option<Option<I>> {
        match self.0.recv().await {
            Ok(news) => Some(news),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(None),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

async fn pass_on<I: FromStr + Copy + Send + 'static>(
    url: String,
    channel: &str,
    news: broadcast::Sender<Option<I>>,
) {
    loop {
        let tell = {
            let news = news.clone();
            // Nobody need be listening.
            move |payload: &str| {
                news.send(payload.parse().ok()).ok();
            }
        };
        if let Ok(mut listening) = listen(&url, channel, tell).await {
            // Whatever was told before was missed.
            news.send(None).ok();
            listening.until_lost().await;
        }
        tokio::time::sleep(RETRY).await;
    }
}

/// A connection that listens, until it is dropped.
struct Listening(JoinHandle<()>);

impl Listening {
    async fn until_lost(&mut self) {
        (&mut self.0).await.ok();
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Listens to a channel of the primary, until the connection ends or the primary is another.
async fn listen(
    url: &str,
    channel: &str,
    mut tell: impl FnMut(&str) + Send + 'static,
) -> Result<Listening> {
    let url = DatabaseUrl::parse(url)?;
    let (client, mut connection) = connector::connect(&url).await?;
    let client = Arc::new(client);
    let asked = Arc::clone(&client);
    let listening = Listening(tokio::spawn(async move {
        let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
        let hears = async {
            while let Some(Ok(message)) = messages.next().await {
                if let AsyncMessage::Notification(notification) = message {
                    tell(notification.payload());
                }
            }
        };
        // Who only listens would not notice that the server says nothing any more.
        tokio::select! {
            () = hears => {}
            why = heartbeat::until_lost(&asked, &url) => {
                tracing::warn!("the database at {} is lost: {why}", url.hosts());
            }
        }
    }));
    let listen = client.batch_execute(&format!("LISTEN {channel}")).await;
    listen.map_err(bootstrap::failed)?;
    Ok(listening)
}
