//! The directory: the log of all checkpoints of all clubs.

use super::tree::{Log, prove};
use crate::tables::directory;
use crate::{Error, Ledger, Result, Timestamp};
use evidence::{Frontier, InDirectory, ProofPlan, SignedNote};

/// A checkpoint of the directory, as it was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryCheckpoint {
    /// The tree over the heads.
    pub tree: Frontier,
    /// The signed note.
    pub note: SignedNote,
    /// When it was signed.
    pub signed_at: Timestamp,
}

/// A leaf of the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredHead {
    /// Its place, counted from 0.
    pub index: u64,
    /// Its canonical bytes: an [`evidence::Head`].
    pub leaf: Vec<u8>,
}

impl Ledger {
    /// The latest checkpoint of the directory; `None` before anything was signed.
    pub async fn directory_checkpoint(&self) -> Result<Option<DirectoryCheckpoint>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read_of_no_club(async { directory::latest(tx.sql()?).await })
                .await
        })
        .await
    }

    /// Up to `limit` heads after the first `after`, in order.
    pub async fn heads(&self, after: u64, limit: u32) -> Result<Vec<StoredHead>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read_of_no_club(async { directory::heads(tx.sql()?, after, limit).await })
                .await
        })
        .await
    }

    /// The proof that the head in this place, counted from 0, is in the directory, by its latest checkpoint.
    pub async fn in_directory(&self, head_index: u64) -> Result<InDirectory> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let latest = tx.read_of_no_club(async { directory::latest(tx.sql()?).await });
            let latest = latest.await?.ok_or(Error::NotFound("head"))?;
            let plan = ProofPlan::inclusion(head_index, latest.tree.size())?;
            Ok(InDirectory {
                checkpoint: latest.note,
                head_index,
                proof: prove(tx.sql()?, Log::Directory, &plan).await?,
            })
        })
        .await
    }
}
