//! A row that a transaction stores, by which its commit is recognised.

use super::{Transaction, names};
use crate::model::SealedEntry;
use crate::tables::{clubs, entries, sessions};
use crate::{ClubId, Result, UserId};
use evidence::Hash;
use futures_util::future::try_join;
use std::fmt;

/// A row that a transaction stores, as it is recognised again.
pub(super) enum StoredRow {
    Entry {
        club: ClubId,
        seq: u64,
        leaf_hash: Hash,
    },
    RefreshToken {
        user: UserId,
        token_hash: [u8; 32],
    },
}

impl StoredRow {
    pub(super) fn entry(club: ClubId, sealed: &SealedEntry) -> Self {
        Self::Entry {
            club,
            seq: sealed.entry.seq,
            leaf_hash: sealed.leaf_hash,
        }
    }

    /// Whether the row is stored for good. It waits for the lock under which the row was stored, since the lost transaction may still have
    /// it. And it commits, which takes until everything before it is on the standby, where there is one to wait for.
    pub(super) async fn is_stored(&self, tx: &Transaction) -> Result<bool> {
        let found = match self {
            Self::Entry {
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
            Self::RefreshToken { user, token_hash } => {
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
}

impl fmt::Display for StoredRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry { club, seq, .. } => write!(f, "entry {seq} of club {club}"),
            Self::RefreshToken { user, .. } => write!(f, "a refresh token of user {user}"),
        }
    }
}
