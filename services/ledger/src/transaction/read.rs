//! Transactions that read. All that one reads sees one moment.

use super::{Transaction, names, names_own, transaction_span};
use crate::connections::Connections;
use crate::tables::freshness::{self, Replayed};
use crate::tables::idempotency_keys;
use crate::{ClubId, Error, Freshness, PriorWrite, Result, UserId, Write};
use evidence::Hash;
use std::future::Future;
use std::sync::atomic::Ordering;
use uuid::Uuid;

const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl Transaction {
    /// Opens a read of one club on a replica, and finds out how far it is: with the club, whether it has what is wanted, and in the log of its
    /// primary, if it is one. What is read next sees the same moment.
    pub(crate) async fn on_replica(
        connections: &Connections,
        club: ClubId,
        wanted: Freshness,
    ) -> Result<(Self, Freshness, Option<Replayed>)> {
        let mut tx = Self::on(connections, transaction_span()).await?;
        let looks = async |tx: &Self| freshness::of_club(tx.sql()?, club, Some(wanted.seq)).await;
        let (freshness, replayed) = tx.begin_read(club, looks).await?;
        Ok((tx, freshness, replayed))
    }

    /// Whether it is a read of this club, which was opened before.
    pub(crate) fn reads(&self, club: ClubId) -> bool {
        self.opened == Some(club)
    }

    /// Opens a read of one club, and does it. All of it sees one moment.
    pub(crate) async fn read<T>(
        &self,
        club: ClubId,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        match self.opened {
            None => self.open_read(&names(club), reads).await,
            Some(opened) if opened == club => self.under_way(reads).await,
            Some(_) => Err(Error::Bug("the read is of another club".to_owned())),
        }
    }

    /// Opens a read of one club, does it, and leaves it open: what is read next sees the same moment.
    pub(crate) async fn begin_read<T>(
        &mut self,
        club: ClubId,
        reads: impl AsyncFnOnce(&Self) -> Result<T>,
    ) -> Result<T> {
        let read = self.read(club, reads(self)).await?;
        self.opened = Some(club);
        Ok(read)
    }

    /// Opens a read of what is of no club, and does it.
    pub(crate) async fn read_of_no_club<T>(
        &self,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.open_read("", reads).await
    }

    /// Opens a read of the club, and finds out what the same request wrote before.
    pub(crate) async fn prior(&self, write: &Write) -> Result<Option<PriorWrite>> {
        let key = write.key_of();
        let looks = async { idempotency_keys::prior(self.sql()?, write.club, &key).await };
        let prior = self.read(write.club, looks).await?;
        prior
            .map(|prior| prior.same(&write.fingerprint))
            .transpose()
    }

    /// Opens a read across the clubs of one user, and does it.
    pub(crate) async fn read_own<T>(
        &self,
        user: UserId,
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        self.open_read(&names_own(user), reads).await
    }

    /// Opens a read of the one invitation whose token has this hash, whatever its club, and does it.
    pub(crate) async fn read_invitation<T>(
        &self,
        token_hash: &[u8; 32],
        reads: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let (nil, hash) = (Uuid::nil(), Hash(*token_hash));
        let names = format!("SET LOCAL faan.club = '{nil}'; SET LOCAL faan.invitation = '{hash}'");
        self.open_read(&names, reads).await
    }

    async fn open_read<T>(&self, names: &str, reads: impl Future<Output = Result<T>>) -> Result<T> {
        self.under_way(self.open(READ, names, reads)).await
    }

    /// Does reads, and notes whether they came to their end: whoever gives them up leaves a statement behind.
    async fn under_way<T>(&self, reads: impl Future<Output = Result<T>>) -> Result<T> {
        self.is_reading.store(true, Ordering::Relaxed);
        let read = reads.await;
        self.is_reading.store(false, Ordering::Relaxed);
        read
    }
}
