//! What was signed of a club's ledger: checkpoints, and the receipts that follow from them.

use super::tree::prove;
use crate::model::Log;
use crate::tables::{checkpoints, entries};
use crate::{ClubId, Error, Ledger, Result, SignedCheckpoint, notifications};
use evidence::{ProofPlan, Receipt};
use futures_util::future::try_join;

impl Ledger {
    /// The latest checkpoint of a club, or the one of this size; `None` if there is no such one yet.
    pub async fn checkpoint(
        &self,
        club: ClubId,
        size: Option<u64>,
    ) -> Result<Option<SignedCheckpoint>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let read = async {
                let sql = tx.sql()?;
                match size {
                    Some(size) => checkpoints::of_size(sql, club, size).await,
                    None => checkpoints::latest(sql, club).await,
                }
            };
            tx.read(club, read).await
        })
        .await
    }

    /// Has the signer sign what there is now.
    pub async fn wake_signer(&self) -> Result<()> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin().await?;
            tx.wake(notifications::SIGNER).await?;
            tx.commit().await
        })
        .await
    }

    /// The receipt for an entry: that it is in the first checkpoint that covers it. `None` if none covers it yet.
    pub async fn receipt(&self, club: ClubId, seq: u64) -> Result<Option<Receipt>> {
        self.run(async move |ledger: Self| {
            let index = seq.checked_sub(1).ok_or(Error::NotFound("entry"))?;
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                let leaf_hash = entries::leaf_hashes(sql, club, index..seq);
                try_join(leaf_hash, checkpoints::covering(sql, club, seq)).await
            };
            let (leaf_hash, checkpoint) = tx.read(club, looks).await?;
            let leaf_hash = leaf_hash.first().copied().ok_or(Error::NotFound("entry"))?;
            let Some(SignedCheckpoint { size, note, .. }) = checkpoint else {
                return Ok(None);
            };
            let plan = ProofPlan::inclusion(index, size)?;
            let proof = prove(tx.sql()?, Log::Club(club), &plan).await?;
            Ok(Some(Receipt {
                leaf_hash,
                index,
                proof,
                note,
            }))
        })
        .await
    }
}
