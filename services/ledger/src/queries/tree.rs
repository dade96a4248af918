//! The tree over a club's entries: its head, what is in it, and how it grew.

use crate::club_heads::ClubHead;
use crate::model::Log;
use crate::tables::{Sql, clubs, directory, entries, subtrees};
use crate::{ClubId, Error, Hash, Ledger, Result, TreeHead};
use evidence::{ProofPlan, TileId, Tiles};
use futures_util::future::{try_join, try_join_all};

impl Ledger {
    /// The tree over all entries of a club.
    pub async fn tree_head(&self, club: ClubId) -> Result<TreeHead> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { head(tx.sql()?, club).await }).await
        })
        .await
    }

    /// A proof that the entry with this sequence number is in the tree over the club's first `size` entries.
    pub async fn inclusion_proof(&self, club: ClubId, seq: u64, size: u64) -> Result<Vec<Hash>> {
        let index = seq.checked_sub(1).ok_or(Error::NotFound("entry"))?;
        self.proof(club, size, ProofPlan::inclusion(index, size)?)
            .await
    }

    /// A proof that the tree over the club's first `to_size` entries is the one over its first `from_size` with more
    /// appended.
    pub async fn consistency_proof(
        &self,
        club: ClubId,
        from_size: u64,
        to_size: u64,
    ) -> Result<Vec<Hash>> {
        self.proof(club, to_size, ProofPlan::consistency(from_size, to_size)?)
            .await
    }

    async fn proof(&self, club: ClubId, size: u64, plan: ProofPlan) -> Result<Vec<Hash>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads = async {
                let sql = tx.sql()?;
                let tiles = tiles(sql, Log::Club(club), &plan);
                try_join(head(sql, club), tiles).await
            };
            let (head, tiles) = tx.read(club, reads).await?;
            if size > head.size {
                return Err(Error::BeyondLedger { size: head.size });
            }
            made(&plan, &tiles)
        })
        .await
    }

    /// The hashes of a tile. One that the tree does not have, or not that wide, is not found.
    pub async fn tile(&self, club: ClubId, tile: TileId) -> Result<Vec<Hash>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads = async {
                let sql = tx.sql()?;
                try_join(head(sql, club), hashes(sql, Log::Club(club), tile)).await
            };
            let (head, hashes) = tx.read(club, reads).await?;
            if !tile.is_in(head.size) {
                return Err(Error::NotFound("tile"));
            }
            if hashes.len() != usize::from(tile.width()) {
                return Err(Error::Bug(format!("{tile} is not whole")));
            }
            Ok(hashes)
        })
        .await
    }
}

async fn head(sql: Sql<'_>, club: ClubId) -> Result<TreeHead> {
    let head = clubs::head(sql, club).await?;
    let ClubHead { tree, .. } = head.ok_or(Error::NotFound("club"))?;
    Ok(TreeHead {
        size: tree.size(),
        root: tree.root(),
    })
}

/// A proof of what is known to be there.
pub(crate) async fn prove(sql: Sql<'_>, log: Log, plan: &ProofPlan) -> Result<Vec<Hash>> {
    made(plan, &tiles(sql, log, plan).await?)
}

/// The tiles of a proof, all asked for at once.
pub(crate) async fn tiles(sql: Sql<'_>, log: Log, plan: &ProofPlan) -> Result<Tiles> {
    let tiles = plan.tiles().into_iter();
    let tiles = tiles.map(async |tile| Ok::<_, Error>((tile, hashes(sql, log, tile).await?)));
    Ok(try_join_all(tiles).await?.into_iter().collect())
}

fn made(plan: &ProofPlan, tiles: &Tiles) -> Result<Vec<Hash>> {
    let proof = plan.proof(tiles);
    proof.map_err(|missing| Error::Bug(missing.to_string()))
}

async fn hashes(sql: Sql<'_>, log: Log, tile: TileId) -> Result<Vec<Hash>> {
    let (level, places) = (tile.level(), tile.hashes());
    match log {
        Log::Club(club) if level == 0 => entries::leaf_hashes(sql, club, places).await,
        Log::Club(club) => subtrees::hashes(sql, club, level, places).await,
        Log::Directory if level == 0 => directory::leaf_hashes(sql, places).await,
        Log::Directory => directory::subtrees(sql, level, places).await,
    }
}
