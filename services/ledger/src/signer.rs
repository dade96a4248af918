//! The signer's side of the ledger: it sees the trees of all clubs, and stores what was signed of them.

mod lease;
mod witnessing;

pub use witnessing::UncosignedDirectory;

use crate::model::Log;
use crate::queries::tiles;
use crate::tables::signer;
use crate::transaction::ExclusiveTask;
use crate::{
    ClubHead, ClubId, Config, DirectoryCheckpoint, Error, Hash, Ledger, Refusal, Result,
    SignedRound, StoredHead, Timestamp, clock_and_ids,
};
use evidence::{ProofPlan, VerifierKey};
use futures_util::future::try_join4;

/// The signer's handle on the ledger's database, as a role of the group `faan_signer`.
#[derive(Debug, Clone)]
pub struct SignerLedger(Ledger);

impl SignerLedger {
    /// Connects, with the same scruples as [`Ledger::connect`].
    pub async fn connect(url: &str) -> Result<Self> {
        let config = Config {
            url: url.to_owned(),
            pool_size: 1,
        };
        Ledger::connect_as(&config, "faan_signer").await.map(Self)
    }

    /// The heads of all clubs, or only of those that are to be signed at once: whose latest checkpoint is of another size, and that had fewer than
    /// twenty checkpoints in the last ten minutes.
    pub async fn heads(&self, to_sign_now: bool) -> Result<Vec<ClubHead>> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.read_of_no_club(async { signer::heads(tx.sql()?, to_sign_now).await })
                    .await
            })
            .await
    }

    /// A proof that the tree over a club's first `to_size` entries is the one over its first `from_size` with more appended.
    /// `None` if hashes that it takes are not there.
    pub async fn consistency_proof(
        &self,
        club: ClubId,
        from_size: u64,
        to_size: u64,
    ) -> Result<Option<Vec<Hash>>> {
        self.0
            .run(async move |ledger: Ledger| {
                let plan = ProofPlan::consistency(from_size, to_size)?;
                let tx = ledger.transaction().await?;
                let reads = async { tiles(tx.sql()?, Log::Club(club), &plan).await };
                let tiles = tx.read(club, reads).await?;
                Ok(plan.proof(&tiles).ok())
            })
            .await
    }

    /// The latest checkpoint of the directory; `None` before anything was signed.
    pub async fn directory_checkpoint(&self) -> Result<Option<DirectoryCheckpoint>> {
        self.0.directory_checkpoint().await
    }

    /// Up to `limit` heads of the directory after the first `after`, in order.
    pub async fn directory_heads(&self, after: u64, limit: u32) -> Result<Vec<StoredHead>> {
        self.0.heads(after, limit).await
    }

    /// Stores what was signed, all of it or nothing, if no other signer has the lease.
    pub async fn store(&self, round: SignedRound) -> Result<()> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_with_lease().await?;
                let (sql, now) = (tx.sql()?, now()?);
                try_join4(
                    signer::insert_heads(sql, &round),
                    signer::insert_subtrees(sql, &round),
                    signer::insert_directory(sql, &round, now),
                    signer::insert_checkpoints(sql, &round, now),
                )
                .await?;
                tx.commit().await
            })
            .await
    }

    /// Says that these keys sign from now on, and that all others are retired.
    pub async fn use_keys(&self, keys: &[VerifierKey]) -> Result<()> {
        let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_in_turn(ExclusiveTask::Sign).await?;
                signer::use_keys(tx.sql()?, &keys, now()?).await?;
                tx.commit().await
            })
            .await
    }

    /// The refusals that stand, the oldest first.
    pub async fn refusals(&self) -> Result<Vec<Refusal>> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.read_of_no_club(async { signer::refused(tx.sql()?).await })
                    .await
            })
            .await
    }

    /// Says that a log is refused, and why, also while another signer has the lease.
    pub async fn refuse(&self, refused: (String, String)) -> Result<()> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_in_turn(ExclusiveTask::Sign).await?;
                signer::refuse(tx.sql()?, &[refused], now()?).await?;
                tx.commit().await
            })
            .await
    }

    /// Says which logs are refused, and why; if all logs were gone through, that no others are, and that they were.
    pub async fn report(&self, refused: Vec<(String, String)>, went_round: bool) -> Result<()> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_with_lease().await?;
                let (sql, now) = (tx.sql()?, now()?);
                if went_round {
                    let but = refused.iter().map(|(log, _)| log.as_str()).collect();
                    signer::lift_refusals(sql, but).await?;
                    signer::went_round(sql, now).await?;
                }
                if !refused.is_empty() {
                    signer::refuse(sql, &refused, now).await?;
                }
                tx.commit().await
            })
            .await
    }
}

fn now() -> Result<Timestamp> {
    Timestamp::new(clock_and_ids::now()).map_err(|error| Error::Bug(error.to_string()))
}
