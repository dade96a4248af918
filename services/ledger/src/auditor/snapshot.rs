//! A look at one club at one moment: its entries, and what follows from them and is kept beside them.

use super::Projection;
use crate::tables::{clubs, directory, entries, projections, signer};
use crate::transaction::Transaction;
use crate::{AuditPage, ClubId, DirectoryPage, EntriesPage, ProjectedRow, Result};
use futures_util::future::{try_join, try_join3};

/// The most entries of the last page. The transaction stays open while they are audited, and for all that is compared then; it would be cut off
/// if the entries took half a minute.
const LAST_PAGE: usize = 64;

/// A look at one club at one moment.
pub struct AuditSnapshot {
    tx: Transaction,
    club: ClubId,
}

impl AuditSnapshot {
    pub(super) fn new(tx: Transaction, club: ClubId) -> Self {
        Self { tx, club }
    }

    /// At most so many entries that follow one, fewer where they are large, and what is kept beside them. With the last page comes what is
    /// kept of still later entries; as what is kept of earlier ones than the first comes with the first.
    pub async fn entries(&self, after_seq: u64, limit: u32) -> Result<AuditPage> {
        let (sql, club) = (self.tx.sql()?, self.club);
        let list = entries::list(sql, club, after_seq, limit);
        let head = clubs::last_seq(sql, club);
        let (page, size, keys) = try_join3(list, head, signer::keys_as_stored(sql)).await?;
        let EntriesPage { entries, has_more } = page;
        let last = entries.last().map_or(after_seq, |entry| entry.seq);
        let is_last = !has_more && entries.len() <= LAST_PAGE;
        let until = if is_last { u64::MAX } else { last };
        let within = |projection| projections::within(sql, club, projection, (after_seq, until));
        let (checkpoints, repeated, moved) = try_join3(
            projections::checkpoints(sql, club, (after_seq, until)),
            within(Projection::Entries),
            within(Projection::MatchEntries),
        )
        .await?;
        Ok(AuditPage {
            entries,
            is_last,
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
    pub async fn directory(&self, after: Option<i64>, limit: u32) -> Result<DirectoryPage> {
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
        Ok(DirectoryPage {
            heads,
            checkpoints,
            cosignatures,
        })
    }
}
