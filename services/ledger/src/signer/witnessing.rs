//! What the signer asks witnesses, and what they answered.

use super::{SignerLedger, now};
use crate::model::Log;
use crate::queries::prove;
use crate::tables::{cosignatures, directory};
use crate::transaction::ExclusiveTask;
use crate::{Hash, Ledger, Result};
use evidence::{ProofPlan, SignedNote, WitnessKey};
use futures_util::future::try_join;

/// A checkpoint of the directory that a witness has not cosigned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncosignedDirectory {
    /// How many heads it is of.
    pub size: u64,
    /// The note, as the service signed it.
    pub note: SignedNote,
    /// How many heads the last one was of that the witness cosigned; 0 if there was none.
    pub last: u64,
}

impl SignerLedger {
    /// The latest checkpoint of the directory; `None` if the witness cosigned it, or nothing was signed yet.
    pub async fn to_cosign(&self, witness: &WitnessKey) -> Result<Option<UncosignedDirectory>> {
        let witness = witness.to_string();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                let looks = async {
                    let sql = tx.sql()?;
                    try_join(directory::latest(sql), cosignatures::last(sql, &witness)).await
                };
                let (latest, last) = tx.read_of_no_club(looks).await?;
                let to_cosign = latest.map(|latest| UncosignedDirectory {
                    size: latest.tree.size(),
                    note: latest.note,
                    last,
                });
                Ok(to_cosign.filter(|asked| asked.size > asked.last))
            })
            .await
    }

    /// A proof that the directory of `to_size` heads is the one of `from_size` with more appended.
    pub async fn directory_proof(&self, from_size: u64, to_size: u64) -> Result<Vec<Hash>> {
        self.0
            .run(async move |ledger: Ledger| {
                let plan = ProofPlan::consistency(from_size, to_size)?;
                let tx = ledger.transaction().await?;
                let reads = async { prove(tx.sql()?, Log::Directory, &plan).await };
                tx.read_of_no_club(reads).await
            })
            .await
    }

    /// Stores that a witness cosigned the directory at a size, by the line under the note that says so. It disputes nothing
    /// any more.
    pub async fn cosigned(&self, size: u64, witness: &WitnessKey, line: String) -> Result<()> {
        let witness = witness.to_string();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_in_turn(ExclusiveTask::Sign).await?;
                let (sql, now) = (tx.sql()?, now()?);
                try_join(
                    cosignatures::insert(sql, size, (&witness, &line), now),
                    cosignatures::agree(sql, &witness),
                )
                .await?;
                tx.commit().await
            })
            .await
    }

    /// Stores that a witness saw another directory than the one that is here.
    pub async fn disputed(&self, witness: &WitnessKey, reason: String) -> Result<()> {
        let witness = witness.to_string();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_in_turn(ExclusiveTask::Sign).await?;
                cosignatures::dispute(tx.sql()?, &witness, &reason, now()?).await?;
                tx.commit().await
            })
            .await
    }

    /// Says that these witnesses are asked from now on: what others dispute is forgotten.
    pub async fn use_witnesses(&self, witnesses: &[WitnessKey]) -> Result<()> {
        let witnesses: Vec<String> = witnesses.iter().map(ToString::to_string).collect();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_in_turn(ExclusiveTask::Sign).await?;
                cosignatures::forget_others(tx.sql()?, &witnesses).await?;
                tx.commit().await
            })
            .await
    }
}
