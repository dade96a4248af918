//! A look at one club at one moment: its entries, and what follows from them and is kept beside them.

use super::Projection;
use crate::tables::{clubs, directory, entries, projections, signed};
use crate::transaction::Transaction;
use crate::{ClubId, EntriesPage, Hash, LogKey, Result, StoredEntry};
use futures_util::future::{try_join, try_join3};

/// A look at one club at one moment.
pub struct Look {
    tx: Transaction,
    club: ClubId,
}

/// Some entries, and what is kept beside them.
#[derive(Debug, Clone)]
pub struct LookedAt {
    /// The entries, in order.
    pub entries: Vec<StoredEntry>,
    /// Whether there are entries after the last of them.
    pub has_more: bool,
    /// Checkpoints whose last entry is one of them.
    pub checkpoints: Vec<StoredCheckpoint>,
    /// What is repeated of each of them beside its bytes: [`Projection::Entries`].
    pub repeated: Vec<ProjectedRow>,
    /// What each of them moved in its match: [`Projection::MatchEntries`].
    pub moved: Vec<ProjectedRow>,
    /// Every key that ever signed.
    pub keys: StoredKeys,
    /// How many entries the club says that it has.
    pub size: u64,
}

/// The keys that sign and those that once did, as they are stored.
#[derive(Debug, Clone)]
pub struct StoredKeys {
    /// The keys.
    pub keys: Vec<LogKey>,
    /// What is stored as a key and is none.
    pub not_keys: Vec<String>,
}

/// A checkpoint as it is stored, whatever that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCheckpoint {
    /// How many entries it is stored for.
    pub size: u64,
    /// The root that is stored with it.
    pub root: Hash,
    /// The note.
    pub note: String,
}

/// A row of a table that follows from the entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectedRow {
    /// What tells it from the others of its club.
    pub id: String,
    /// Its fields, as a JSON object.
    pub fields: String,
}

/// Some heads of the directory, and what is kept beside them, as they are stored, whatever that is.
#[derive(Debug, Clone, Default)]
pub struct DirectoryLookedAt {
    /// The heads, by their places.
    pub heads: Vec<KeptHead>,
    /// Checkpoints of the directory whose last head is one of them.
    pub checkpoints: Vec<KeptDirectory>,
    /// What witnesses cosigned of these sizes.
    pub cosignatures: Vec<KeptCosignature>,
}

/// A head of the directory as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptHead {
    /// Its place, counted from 0.
    pub index: i64,
    /// Its bytes.
    pub leaf: Vec<u8>,
    /// The hash that is stored with them.
    pub leaf_hash: Vec<u8>,
}

/// A checkpoint of the directory as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptDirectory {
    /// How many heads it is stored for.
    pub size: i64,
    /// What is kept of the tree over them.
    pub tree: Vec<u8>,
    /// The note.
    pub note: String,
}

/// A cosignature as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptCosignature {
    /// The directory's size that it is stored for.
    pub size: i64,
    /// The witness, as its verifier key.
    pub witness: String,
    /// The line under the note.
    pub line: String,
}

impl Look {
    pub(super) fn new(tx: Transaction, club: ClubId) -> Self {
        Self { tx, club }
    }

    /// At most so many entries that follow one, fewer where they are large, and what is kept beside them. If there are no more, what is
    /// kept of still later ones comes with them; as what is kept of earlier ones than the first comes with the first.
    pub async fn entries(&self, after_seq: u64, limit: u32) -> Result<LookedAt> {
        let (sql, club) = (self.tx.sql()?, self.club);
        let list = entries::list(sql, club, after_seq, limit);
        let head = clubs::last_seq(sql, club);
        let (page, size, keys) = try_join3(list, head, signed::keys_as_stored(sql)).await?;
        let EntriesPage { entries, has_more } = page;
        let last = entries.last().map_or(after_seq, |entry| entry.seq);
        let until = if has_more { last } else { u64::MAX };
        let within = |projection| projections::within(sql, club, projection, (after_seq, until));
        let (checkpoints, repeated, moved) = try_join3(
            projections::checkpoints(sql, club, (after_seq, until)),
            within(Projection::Entries),
            within(Projection::MatchEntries),
        )
        .await?;
        Ok(LookedAt {
            entries,
            has_more,
            checkpoints,
            repeated,
            moved,
            keys,
            size,
        })
    }

    /// Goes through the rows of a table by their ids, as bytes are ordered, some at a time.
    pub async fn rows(
        &self,
        projection: Projection,
        mut see: impl FnMut(Vec<ProjectedRow>),
    ) -> Result<()> {
        let sql = self.tx.sql()?;
        projections::open(sql, self.club, projection).await?;
        loop {
            let rows = projections::fetch(sql).await?;
            if rows.is_empty() {
                return projections::close(sql).await;
            }
            see(rows);
        }
    }

    /// Up to so many heads of the directory that follow the one in a place, or the first ones, and what is kept beside them: if they
    /// are fewer they are the last.
    pub async fn directory(&self, after: Option<i64>, limit: u32) -> Result<DirectoryLookedAt> {
        let sql = self.tx.sql()?;
        let heads = directory::kept_heads(sql, after, limit).await?;
        let full = usize::try_from(limit).is_ok_and(|limit| heads.len() >= limit);
        let last = heads.last().filter(|_| full).map(|head| head.index);
        let size = |index: i64| index.saturating_add(1);
        let sizes = (after.map(size), last.map(size));
        let (checkpoints, cosignatures) = try_join(
            directory::kept_checkpoints(sql, sizes),
            directory::kept_cosignatures(sql, sizes),
        )
        .await?;
        Ok(DirectoryLookedAt {
            heads,
            checkpoints,
            cosignatures,
        })
    }
}
