//! Which players were merged into which, and which merges were taken back.

use super::Sql;
use super::entries::Leaf;
use super::prepared_once::PrepareOnce as _;
use crate::{ClubId, Error, PlayerId, Result};
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use std::collections::{BTreeSet, HashMap};
use tally::{MergeChange, with_merged};

/// The merges of a club, and those that were taken back.
pub(crate) struct PlayerMerges {
    /// In their order, each with its sequence number.
    changes: Vec<(u64, MergeChange)>,
}

impl PlayerMerges {
    pub(crate) async fn read(mut sql: Sql<'_>, club: ClubId) -> Result<Self> {
        let rows = sql_query(MERGES).bind::<SqlUuid, _>(club.0);
        let mut changes = Vec::new();
        for leaf in rows.prepared_once().load::<Leaf>(&mut sql).await? {
            let entry = leaf.parse()?.entry;
            let change = MergeChange::of(&entry.body);
            let change = change.ok_or(Error::misplaced(entry.seq, "player_merged"))?;
            changes.push((entry.seq, change));
        }
        Ok(Self { changes })
    }

    /// Whom everybody counted for who was merged as of an entry. Later merges change whom they count for, so that the column
    /// `merged_into` cannot tell.
    pub(crate) fn until(&self, seq: u64) -> HashMap<PlayerId, PlayerId> {
        let changes = self.changes.iter().filter(|(at, _)| *at <= seq);
        tally::counts_for(changes.map(|(_, change)| *change))
    }

    /// Those whose merge was taken back after an entry and up to another, and those who counted for them by then.
    pub(crate) fn unmerged_between(&self, after: u64, until: u64) -> BTreeSet<PlayerId> {
        let (mut merged, mut unmerged) = (HashMap::new(), BTreeSet::new());
        let changes = self.changes.iter().filter(|(at, _)| *at <= until);
        for (at, MergeChange { player, into }) in changes {
            if let Some(into) = into {
                merged.insert(*player, *into);
                continue;
            }
            if *at > after {
                let merges = merged.iter().map(|(double, into)| (*double, *into));
                unmerged.extend(with_merged(*player, merges));
            }
            merged.remove(player);
        }
        unmerged
    }

    /// For whom each player counted at an entry: themselves, unless they were merged into somebody.
    pub(crate) fn counts_for(&self, seq: u64) -> impl Fn(PlayerId) -> PlayerId + use<> {
        let merged = self.until(seq);
        move |player| merged.get(&player).copied().unwrap_or(player)
    }
}

/// How many merges of a club were taken back.
pub(crate) async fn taken_back(mut sql: Sql<'_>, club: ClubId) -> Result<i64> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let rows = sql_query(TAKEN_BACK).bind::<SqlUuid, _>(club.0);
    let row: Row = rows.prepared_once().get_result(&mut sql).await?;
    Ok(row.count)
}

// Both kinds are named, so that the index of them is used.
const MERGES: &str = "
    SELECT seq, leaf, leaf_hash FROM entries
    WHERE club_id = $1 AND kind IN ('player_merged', 'player_unmerged')
    ORDER BY seq";
const TAKEN_BACK: &str = "
    SELECT count(*) AS count FROM entries
    WHERE club_id = $1 AND kind IN ('player_merged', 'player_unmerged') AND kind = 'player_unmerged'";
