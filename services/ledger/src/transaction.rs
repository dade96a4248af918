//! A transaction, and the club it is about.

mod account;
mod append;
mod commit;
mod read;
mod roll_back;
mod stored_row;
mod turn;

pub(crate) use turn::ExclusiveTask;

use stored_row::StoredRow;

use crate::club_heads::ClubHead;
use crate::connections::Connections;
use crate::kept_turns::KeptTurns;
use crate::model::SealedEntry;
use crate::notifier::Notice;
use crate::tables::clubs::ClubOfWrite;
use crate::tables::{api_keys, clubs, idempotency_keys, members};
use crate::turns::Turn;
use crate::{ClubId, Error, HashedEntry, PriorWrite, Result, UserId, Write, clock_and_ids};
use diesel_async::pooled_connection::deadpool::Object;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use evidence::{Body, Entry, Role};
use futures_util::future::{try_join, try_join3, try_join4};
use std::collections::BTreeSet;
use std::future::Future;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock, PoisonError};
use tracing::Span;
use tracing::field::Empty;
use uuid::Uuid;

/// A transaction. One that is dropped before it is committed is rolled back, in the background; a read is ended by
/// dropping it, so that nobody waits for the end.
pub(crate) struct Transaction {
    connection: Option<Object<AsyncPgConnection>>,
    /// Where a second connection comes from, to find out what became of a commit.
    connections: Connections,
    /// A row by which the commit is recognised if it is not answered: once it is there, all of the transaction is.
    stores: OnceLock<StoredRow>,
    /// The club of a read that was opened before, with the role of the caller or with what was to be known of the replica.
    opened: Option<ClubId>,
    /// From the wait for a connection to the end.
    span: Span,
    /// What is notified once it is committed.
    notices: Mutex<BTreeSet<Notice>>,
    /// The turn at its club, if it is going to lock one.
    turn: Option<Turn>,
    /// The turns in which it was asked for: what goes on in it needs no other.
    turns: KeptTurns,
    /// Whether a read of it is under way.
    is_reading: AtomicBool,
}

/// The head of a club's ledger, under the club's row lock, which is held until the transaction ends.
pub(crate) struct LockedClub {
    club: ClubId,
    actor: UserId,
    head: ClubHead,
    /// The last entry that the same request wrote before.
    pub(crate) prior: Option<HashedEntry>,
    /// Those it wrote before that one.
    pub(crate) earlier: Vec<HashedEntry>,
}

impl Transaction {
    /// Takes one of the connections, once one is free.
    pub(crate) async fn on(connections: &Connections, span: Span) -> Result<Self> {
        Ok(Self {
            connection: Some(connections.checkout().await?),
            connections: connections.clone(),
            stores: OnceLock::new(),
            opened: None,
            span,
            notices: Mutex::default(),
            turn: None,
            turns: KeptTurns::default(),
            is_reading: AtomicBool::new(false),
        })
    }

    /// The same, which keeps a turn until its end.
    pub(crate) fn in_turn(mut self, turn: Turn) -> Self {
        self.turn = Some(turn);
        self
    }

    /// The same, which keeps the turns in which it was asked for until its end.
    pub(crate) fn keeping(mut self, turns: KeptTurns) -> Self {
        self.turns = turns;
        self
    }

    /// Whoever locks a club has its turn, or commands of one club could take all connections.
    fn check_turn(&self) -> Result<()> {
        match self.turn {
            Some(_) => Ok(()),
            None => Err(Error::Bug("a club is locked out of turn".to_owned())),
        }
    }

    /// The connection, shared: queries that are awaited together are sent together.
    pub(crate) fn sql(&self) -> Result<&AsyncPgConnection> {
        self.connection
            .as_deref()
            .ok_or_else(|| Error::Bug("the transaction is over".to_owned()))
    }

    /// Opens a write of no club: accounts and sessions.
    pub(crate) async fn begin(&self) -> Result<()> {
        self.open("BEGIN", "", async { Ok(()) }).await
    }

    /// Opens a write across the clubs of one user, and does some reads of all of them.
    pub(crate) async fn begin_across<T>(
        &self,
        user: UserId,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.open("BEGIN", &names_own(user), reads).await
    }

    /// Does some more such reads.
    pub(crate) async fn across<T>(
        &self,
        user: UserId,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.send(&names_own(user), reads).await
    }

    /// Goes on with one more club: takes its row lock and does some reads under it. What the actor may, and whether this was
    /// done before, the caller finds out.
    pub(crate) async fn lock_next<T>(
        &self,
        club: ClubId,
        actor: UserId,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<(LockedClub, T)> {
        let sql = self.sql()?;
        let looks = async {
            try_join4(
                clubs::lock(sql, club),
                clubs::head(sql, club),
                clubs::has_webhook(sql, club),
                reads,
            )
            .await
        };
        let ((), head, has_webhook, read) = self.send(&names(club), looks).await?;
        let head = head.ok_or(Error::NotFound("club"))?;
        if has_webhook {
            self.notify_after_commit(Notice::Dispatcher);
        }
        Ok((LockedClub::at(club, actor, head), read))
    }

    /// Goes on with a club whose row lock this transaction has.
    pub(crate) async fn name_again<T>(
        &self,
        club: ClubId,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.send(&names(club), reads).await
    }

    /// Opens a write of a club that may not exist yet.
    pub(crate) async fn begin_unlocked(&self, club: ClubId) -> Result<()> {
        self.open("BEGIN", &names(club), async { Ok(()) }).await
    }

    /// Opens a write of one club, takes the club's row lock, looks the actor's role and the idempotency key up, and does
    /// some reads. A role that was taken away meanwhile is found out here, whatever was seen before the lock. It is
    /// one round trip, and whatever is read is read under the lock, since the server gets the lock to do first.
    pub(crate) async fn lock<T>(
        &self,
        write: &Write,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<(LockedClub, T)> {
        let still = |role| match role == Some(write.role) {
            true => Ok(()),
            false => Err(Error::RoleChanged),
        };
        self.lock_if(write, still, reads).await
    }

    /// The same for somebody who need not be a member yet: what they may, the caller finds out under the lock.
    pub(crate) async fn lock_for_anybody<T>(
        &self,
        write: &Write,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<(LockedClub, T)> {
        self.lock_if(write, |_| Ok(()), reads).await
    }

    /// The same for a write that adds no entry: what the head of the ledger says is not looked at, whether it makes sense or not.
    pub(crate) async fn lock_beside<T>(
        &self,
        write: &Write,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let Write { club, actor, .. } = *write;
        if write.session.is_some() {
            return Err(Error::Bug("a session is not looked up here".to_owned()));
        }
        self.check_turn()?;
        let sql = self.sql()?;
        let looks = async {
            let role = members::role(sql, club, actor);
            try_join3(clubs::lock(sql, club), role, reads).await
        };
        let ((), role, read) = self.open("BEGIN", &names(club), looks).await?;
        match role == Some(write.role) {
            true => Ok(read),
            false => Err(Error::RoleChanged),
        }
    }

    async fn lock_if<T>(
        &self,
        write: &Write,
        may: impl FnOnce(Option<Role>) -> Result<()>,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<(LockedClub, T)> {
        self.check_turn()?;
        let Write { club, actor, .. } = *write;
        let key = write.key_of();
        let sql = self.sql()?;
        let looks = async {
            try_join4(
                clubs::lock(sql, club),
                clubs::of_write(sql, club, (&key, write.session)),
                self.api_key_is_good(write),
                reads,
            )
            .await
        };
        let ((), row, is_good, read) = self.open("BEGIN", &names(club), looks).await?;
        let ClubOfWrite {
            head,
            role,
            is_key_used,
            has_webhook,
            session_goes_on,
        } = row.ok_or(Error::NotFound("club"))?;
        if !session_goes_on {
            return Err(Error::SessionEnded);
        }
        may(role)?;
        if !is_good {
            return Err(Error::ApiKeyEnded);
        }
        if has_webhook {
            self.notify_after_commit(Notice::Dispatcher);
        }
        let prior = match is_key_used {
            true => idempotency_keys::prior(sql, club, &key).await?,
            false => None,
        };
        let prior = prior
            .map(|prior| prior.same(&write.fingerprint))
            .transpose()?;
        let (prior, earlier) = match prior {
            Some(PriorWrite { entry, earlier, .. }) => (Some(entry), earlier),
            None => (None, Vec::new()),
        };
        Ok((
            LockedClub {
                club,
                actor,
                head,
                prior,
                earlier,
            },
            read,
        ))
    }

    /// Whether the key that a machine asks with is good; people need none.
    async fn api_key_is_good(&self, write: &Write) -> Result<bool> {
        match write.api_key {
            Some(key) => {
                api_keys::is_good(self.sql()?, write.club, key, clock_and_ids::now()).await
            }
            None => Ok(true),
        }
    }

    /// Has whoever listens to a channel look for something to do once this is committed.
    pub(crate) async fn wake(&self, channel: &str) -> Result<()> {
        let mut sql = self.sql()?;
        Ok(sql.batch_execute(&format!("NOTIFY {channel}")).await?)
    }

    /// Has listeners notified once this is committed.
    fn notify_after_commit(&self, notice: Notice) {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.insert(notice);
    }

    /// Sends the opening statements and the reads together. The opening goes first whatever the reads still have to
    /// prepare: it is polled first, and the simple protocol has nothing to prepare.
    async fn open<T>(
        &self,
        begin: &str,
        names: &str,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.send(&format!("{begin}; {names}"), reads).await
    }

    /// Sends statements that answer nothing and, right after them, reads.
    async fn send<T>(&self, statements: &str, reads: impl Future<Output = Result<T>>) -> Result<T> {
        let mut sql = self.sql()?;
        let first = async { Ok(sql.batch_execute(statements).await?) };
        Ok(try_join(first, reads).await?.1)
    }
}

/// The span of a transaction that is yet to be opened.
pub(crate) fn transaction_span() -> Span {
    tracing::info_span!("transaction", otel.kind = "client", committed = Empty)
}

/// Names the one whose clubs are read, and no club.
fn names_own(user: UserId) -> String {
    let nil = Uuid::nil();
    format!("SET LOCAL faan.club = '{nil}'; SET LOCAL faan.member = '{user}'")
}

/// Names a club.
fn names(club: ClubId) -> String {
    format!("SET LOCAL faan.club = '{club}'")
}

impl LockedClub {
    /// A club whose ledger ends so, and in which nothing was written before. Without its lock, that is compared when something is stored.
    pub(crate) fn at(club: ClubId, actor: UserId, head: ClubHead) -> Self {
        Self {
            club,
            actor,
            head,
            prior: None,
            earlier: Vec::new(),
        }
    }

    /// Where its ledger ends after what was sealed.
    pub(crate) fn head(self) -> ClubHead {
        self.head
    }

    /// The next entry of the club, its sequence number, time, bytes and hash given.
    pub(crate) fn seal(&mut self, body: Body) -> Result<SealedEntry> {
        let time = clock_and_ids::entry_time(clock_and_ids::now(), Some(self.head.last_time))?;
        let seq = self.head.tree.size().saturating_add(1);
        let (club, actor) = (self.club, self.actor);
        let entry = Entry {
            club,
            seq,
            time,
            actor,
            body,
        };
        let sealed = SealedEntry::new(entry, self.head.tree.clone())?;
        self.head = ClubHead {
            tree: sealed.tree.clone(),
            last_time: time,
        };
        Ok(sealed)
    }
}
