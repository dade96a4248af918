//! Which players were merged into which.

use super::Sql;
use super::entries::Leaf;
use super::prepared_once::PrepareOnce as _;
use crate::{Body, ClubId, Error, PlayerId, Result};
use diesel::sql_query;
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::RunQueryDsl;
use evidence::PlayerMerged;
use std::collections::HashMap;

/// The merges of a club.
pub(crate) struct PlayerMerges {
    /// In their order, each with its sequence number.
    merges: Vec<(u64, PlayerMerged)>,
}

impl PlayerMerges {
    pub(crate) async fn read(mut sql: Sql<'_>, club: ClubId) -> Result<Self> {
        let rows = sql_query(MERGES).bind::<SqlUuid, _>(club.0);
        let mut merges = Vec::new();
        for leaf in rows.prepared_once().load::<Leaf>(&mut sql).await? {
            let entry = leaf.parse()?.entry;
            let Body::PlayerMerged(merged) = entry.body else {
                return Err(Error::misplaced(entry.seq, "player_merged"));
            };
            merges.push((entry.seq, merged));
        }
        Ok(Self { merges })
    }

    /// Whom everybody counted for who had been merged up to an entry. Later merges change whom they count for, so that the column
    /// `merged_into` cannot tell.
    pub(crate) fn until(&self, seq: u64) -> HashMap<PlayerId, PlayerId> {
        let merges = self.merges.iter().filter(|(at, _)| *at <= seq);
        tally::counts_for(merges.map(|(_, merged)| merged))
    }

    /// For whom each player counted at an entry: themselves, unless they had been merged into somebody.
    pub(crate) fn counts_for(&self, seq: u64) -> impl Fn(PlayerId) -> PlayerId + use<> {
        let merged = self.until(seq);
        move |player| merged.get(&player).copied().unwrap_or(player)
    }
}

const MERGES: &str = "
    SELECT seq, leaf, leaf_hash
    FROM players JOIN entries ON entries.club_id = players.club_id AND seq = merged_seq
    WHERE players.club_id = $1
    ORDER BY seq";
