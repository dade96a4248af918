//! The signer's side of the ledger: it sees the trees of all clubs, and stores what was signed of them.

use crate::chance;
use crate::reads::{Log, tiles};
use crate::tables::signed;
use crate::transaction::Turn;
use crate::{
    ClubId, Config, DirectoryCheckpoint, Error, Hash, Ledger, Result, StoredHead, Timestamp,
    TreeHead,
};
use evidence::{Frontier, ProofPlan, SignedNote, Subtree, VerifierKey};
use futures_util::future::try_join4;

mod witnessing;

pub use witnessing::ToCosign;

/// The signer's handle on the ledger's database, as a role of the group `faan_signer`.
#[derive(Debug, Clone)]
pub struct SignerLedger(Ledger);

/// The head of a club, and how far it was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClubHead {
    /// The club.
    pub club: ClubId,
    /// The tree over all its entries.
    pub head: TreeHead,
    /// That of its latest checkpoint.
    pub signed: Option<TreeHead>,
}

/// A checkpoint to be stored.
#[derive(Debug, Clone)]
pub struct NewCheckpoint {
    /// Of which club.
    pub club: ClubId,
    /// Of which tree.
    pub head: TreeHead,
    /// The signed note.
    pub note: SignedNote,
    /// The place of its head in the directory.
    pub head_index: u64,
}

/// What was signed together: checkpoints of clubs, and the directory with their heads in it.
#[derive(Debug, Clone)]
pub struct SignedRound {
    /// The place of the first of the heads in the directory.
    pub first_head: u64,
    /// The heads, in order, as canonical bytes.
    pub heads: Vec<Vec<u8>>,
    /// The subtrees of the directory that they complete.
    pub completes: Vec<Subtree>,
    /// The tree over the directory with them in it.
    pub tree: Frontier,
    /// The directory's checkpoint, signed.
    pub note: SignedNote,
    /// The checkpoints of the clubs.
    pub checkpoints: Vec<NewCheckpoint>,
}

impl SignerLedger {
    /// Connects, with the same scruples as [`Ledger::connect`].
    pub async fn connect(url: &str) -> Result<Self> {
        let config = Config {
            url: url.to_owned(),
            pool_size: 1,
        };
        Ledger::connect_as(&config, "faan_signer").await.map(Self)
    }

    /// The heads of all clubs, or only of those whose latest checkpoint is of another size.
    pub async fn heads(&self, only_changed: bool) -> Result<Vec<ClubHead>> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.read_of_no_club(async { signed::heads(tx.sql()?, only_changed).await })
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

    /// Stores what was signed, all of it or nothing.
    pub async fn store(&self, round: SignedRound) -> Result<()> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_in_turn(Turn::Sign).await?;
                let (sql, now) = (tx.sql()?, now()?);
                try_join4(
                    signed::insert_heads(sql, &round),
                    signed::insert_subtrees(sql, &round),
                    signed::insert_directory(sql, &round, now),
                    signed::insert_checkpoints(sql, &round, now),
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
                tx.begin_in_turn(Turn::Sign).await?;
                signed::use_keys(tx.sql()?, &keys, now()?).await?;
                tx.commit().await
            })
            .await
    }

    /// Says which logs are refused, and why; if all logs were gone through, that no others are, and that they were.
    pub async fn report(&self, refused: Vec<(String, String)>, went_round: bool) -> Result<()> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                tx.begin_in_turn(Turn::Sign).await?;
                let (sql, now) = (tx.sql()?, now()?);
                if went_round {
                    let but = refused.iter().map(|(log, _)| log.as_str()).collect();
                    signed::lift_refusals(sql, but).await?;
                    signed::went_round(sql, now).await?;
                }
                if !refused.is_empty() {
                    signed::refuse(sql, &refused, now).await?;
                }
                tx.commit().await
            })
            .await
    }
}

fn now() -> Result<Timestamp> {
    Timestamp::new(chance::now()).map_err(|error| Error::Bug(error.to_string()))
}
