//! The directory: the log of all checkpoints of all clubs.

use super::tree::prove;
use crate::model::Log;
use crate::tables::{Sql, cosignatures, directory};
use crate::{DirectoryCheckpoint, Error, Ledger, Result, StoredHead};
use evidence::{InDirectory, ProofPlan};

impl Ledger {
    /// The latest checkpoint of the directory; `None` before anything was signed.
    pub async fn directory_checkpoint(&self) -> Result<Option<DirectoryCheckpoint>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let latest = tx.read_of_no_club(async { directory::latest(tx.sql()?).await });
            match latest.await? {
                Some(latest) => witnessed(tx.sql()?, latest).await.map(Some),
                None => Ok(None),
            }
        })
        .await
    }

    /// Up to `limit` heads after the first `after`, in order.
    pub async fn heads(&self, after: u64, limit: u32) -> Result<Vec<StoredHead>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read_of_no_club(async { directory::heads(tx.sql()?, after, limit).await })
                .await
        })
        .await
    }

    /// The proof that the head in this place, counted from 0, is in the directory: by the one of its latest checkpoints that
    /// the most witnesses cosigned.
    pub async fn in_directory(&self, head_index: u64) -> Result<InDirectory> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads = async { directory::most_witnessed(tx.sql()?, head_index).await };
            let found = tx.read_of_no_club(reads).await?;
            let found = found.ok_or(Error::NotFound("head"))?;
            let found = witnessed(tx.sql()?, found).await?;
            let plan = ProofPlan::inclusion(head_index, found.tree.size())?;
            Ok(InDirectory {
                checkpoint: found.note,
                head_index,
                proof: prove(tx.sql()?, Log::Directory, &plan).await?,
            })
        })
        .await
    }
}

/// The checkpoint with what witnesses cosigned under its note.
async fn witnessed(sql: Sql<'_>, found: DirectoryCheckpoint) -> Result<DirectoryCheckpoint> {
    let lines = cosignatures::lines(sql, found.tree.size()).await?;
    if lines.is_empty() {
        return Ok(found);
    }
    let note = found.note.with_lines(lines.concat().as_bytes());
    let note = note.map_err(|_| Error::impossible("cosignature"))?;
    Ok(DirectoryCheckpoint { note, ..found })
}
