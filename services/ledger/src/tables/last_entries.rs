//! The last entries of matches.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, bytes};
use crate::{ClubId, Hash, MatchId, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Binary, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use std::collections::HashMap;
use uuid::Uuid;

/// The hash of the last entry of each of some matches up to an entry.
pub(crate) async fn last_hashes(
    mut sql: Sql<'_>,
    club: ClubId,
    (ids, until): (&[MatchId], u64),
) -> Result<HashMap<MatchId, Hash>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sql_query(LAST_HASHES)
        .bind::<SqlUuid, _>(club.0)
        .bind::<Array<SqlUuid>, _>(ids.iter().map(|id| id.0).collect::<Vec<_>>())
        .bind::<BigInt, _>(i64::try_from(until).unwrap_or(i64::MAX))
        .prepared_once()
        .load::<LastHash>(&mut sql);
    let rows = rows.await?.into_iter();
    rows.map(|row| {
        let hash = bytes(row.leaf_hash, "hash of an entry")?;
        Ok((MatchId(row.match_id), Hash(hash)))
    })
    .collect()
}

#[derive(QueryableByName)]
struct LastHash {
    #[diesel(sql_type = SqlUuid)]
    match_id: Uuid,
    #[diesel(sql_type = Binary)]
    leaf_hash: Vec<u8>,
}

const LAST_HASHES: &str = "
    SELECT match_id, leaf_hash
    FROM unnest($2) AS of_match (match_id)
    CROSS JOIN LATERAL (
        SELECT seq FROM match_entries
        WHERE club_id = $1 AND match_entries.match_id = of_match.match_id AND seq <= $3
        ORDER BY seq DESC LIMIT 1
    ) AS last
    JOIN entries ON entries.club_id = $1 AND entries.seq = last.seq";
