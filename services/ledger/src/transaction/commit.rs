//! The end of a transaction that is to last, and what became of one whose commit was not answered.

use super::stored_row::StoredRow;
use super::{Transaction, names};
use crate::connections::Connections;
use crate::notifier::Notice;
use crate::tables::outcome_call::{Called, OutcomeCall};
use crate::tables::{clubs, entries, sessions};
use crate::{Error, Result, Retry};
use diesel_async::SimpleAsyncConnection;
use diesel_async::pooled_connection::deadpool::Object;
use futures_util::future::try_join;
use std::sync::PoisonError;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};
use tracing::Span;

/// How long the outcome of a commit is waited and looked for, both together: as long as another server may take to become the primary. The
/// server itself waits for its standby for ever, where it has none.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long to wait where no server is there to ask.
const PAUSE: Duration = Duration::from_millis(500);

impl Transaction {
    /// Commits. Only then has anything happened. If the server does not answer in time, or the connection ends before it does, nobody knows
    /// whether it has: then what it stores is looked for before anything is answered, on whatever server is the primary then. Where it is not
    /// found in time, or there is none, the caller is told to send the same request again.
    pub(crate) async fn commit(self) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        let committed = in_time(until, self.send_commit()).await;
        self.finish(committed, until, ()).await
    }

    /// Records an outcome by a call that is a transaction of its own. It is answered only after the commit, and treated as one: if it is not
    /// answered, what it stores is looked for.
    pub(crate) async fn call(self, call: &OutcomeCall<'_>) -> Result<Called> {
        let until = Instant::now() + PATIENCE;
        let stored = StoredRow::entry(call.write.club, call.sealed);
        self.stores.get_or_init(|| stored);
        let called = in_time(until, async { call.run(self.sql()?).await }).await;
        let has_webhook = match called {
            Ok(Called::Behind(_) | Called::Different) => {
                return self.finish(called, until, Called::Different).await;
            }
            Ok(Called::Recorded { has_webhook }) => has_webhook,
            Err(_) => true,
        };
        self.notify_of(call.write.club, &[call.sealed]);
        if has_webhook {
            self.notify_after_commit(Notice::Dispatcher);
        }
        self.finish(called, until, Called::Recorded { has_webhook })
            .await
    }

    /// Commits, and waits for as long as it takes: where a commit is large, or must not be done again.
    pub(crate) async fn commit_whenever(self) -> Result<()> {
        let committed = self.send_commit().await;
        self.finish(committed, Instant::now() + PATIENCE, ()).await
    }

    /// Ends it with what the server answered; with `found` if the server did not answer, and what is stored is found.
    async fn finish<T>(mut self, answer: Result<T>, until: Instant, found: T) -> Result<T> {
        let answer = match answer {
            Err(error) if is_unknown(&error) => {
                self.close_connection();
                let Some(stored) = self.stores.take() else {
                    return Err(error);
                };
                tracing::warn!(%error, %stored, "a commit was not answered");
                if !find(&self.connections, &stored, until).await {
                    return Err(error);
                }
                found
            }
            answer => answer?,
        };
        self.span.record("committed", true);
        self.connection = None;
        let notices = std::mem::take(&mut self.notices);
        let notices = notices.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.connections.notify(notices);
        Ok(answer)
    }

    /// After a commit that was not answered: whatever the server would still answer, nobody listens. And to look what became of it takes a
    /// connection, of which there may be one.
    fn close_connection(&mut self) {
        drop(self.connection.take().map(Object::take));
    }

    async fn send_commit(&self) -> Result<()> {
        let mut sql = self.sql()?;
        Ok(sql.batch_execute("COMMIT").await?)
    }
}

/// Whether a commit that ends with this may have happened nevertheless.
fn is_unknown(error: &Error) -> bool {
    let Error::Unavailable { retry, .. } = error else {
        return false;
    };
    *retry == Retry::Later
}

/// Whether a row is stored, as far as it is found out until then.
async fn find(connections: &Connections, stored: &StoredRow, until: Instant) -> bool {
    while Instant::now() < until {
        match is_stored(connections, stored, until).await {
            Ok(is_stored) => return is_stored,
            Err(error) => tracing::debug!(%error, "what became of a commit is not known yet"),
        }
        sleep(PAUSE).await;
    }
    false
}

/// Whether a row is stored for good.
async fn is_stored(connections: &Connections, stored: &StoredRow, until: Instant) -> Result<bool> {
    let mut tx = in_time(until, Transaction::on(connections, Span::none())).await?;
    let found = in_time(until, look_for(&tx, stored)).await;
    if found.is_err() {
        tx.close_connection();
    }
    found
}

/// It waits for the lock under which the row was stored, since the lost transaction may still have it. And it commits, which takes until
/// everything before it is on the standby, where there is one to wait for.
async fn look_for(tx: &Transaction, stored: &StoredRow) -> Result<bool> {
    let found = match stored {
        StoredRow::Entry {
            club,
            seq,
            leaf_hash,
        } => {
            let looks = async {
                let sql = tx.sql()?;
                let hashes = entries::leaf_hashes(sql, *club, seq.saturating_sub(1)..*seq);
                try_join(clubs::lock(sql, *club), hashes).await
            };
            let ((), found) = tx.open("BEGIN", &names(*club), looks).await?;
            found == [*leaf_hash]
        }
        StoredRow::RefreshToken { user, token_hash } => {
            tx.begin().await?;
            match tx.lock_account(*user).await? {
                Some(account) => sessions::token(&account, token_hash).await?.is_some(),
                None => false,
            }
        }
    };
    tx.send_commit().await?;
    Ok(found)
}

/// What the server answers until then.
async fn in_time<T>(until: Instant, answer: impl Future<Output = Result<T>>) -> Result<T> {
    timeout_at(until, answer).await.unwrap_or_else(|_| {
        Err(Error::Unavailable {
            retry: Retry::Later,
            reason: format!("no answer to a commit for {PATIENCE:?}: is a standby there?"),
        })
    })
}
