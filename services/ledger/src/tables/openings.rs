//! The texts beside the entries that may commit to them.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, bytes, entries::Leaf};
use crate::{ClubId, Result};
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use evidence::{Entry, Salt};

#[derive(QueryableByName)]
struct Row {
    #[diesel(embed)]
    leaf: Leaf,
    #[diesel(sql_type = sql_types::Text)]
    text: String,
    #[diesel(sql_type = sql_types::Binary)]
    salt: Vec<u8>,
}

/// Up to `limit` entries after a sequence number, in order, each with a text: its reason, note or name of a season, or what its club or player is
/// called today, whether the entry commits to that or to an earlier name.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    after_seq: u64,
    limit: u32,
) -> Result<Vec<(Entry, String, Salt)>> {
    // No entry comes after a number that large.
    let Ok(after_seq) = i64::try_from(after_seq) else {
        return Ok(Vec::new());
    };
    let rows = sql_query(LIST)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::BigInt, _>(after_seq)
        .bind::<sql_types::BigInt, _>(i64::from(limit))
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| {
        let entry = row.leaf.parse()?.entry;
        Ok((entry, row.text, bytes(row.salt, "salt")?))
    };
    rows.await?.into_iter().map(read).collect()
}

const LIST: &str = "
    SELECT entries.seq, leaf, leaf_hash,
        coalesce(texts.text, players.name, clubs.name) AS text,
        coalesce(texts.salt, players.name_salt, clubs.name_salt) AS salt
    FROM entries
    LEFT JOIN texts ON texts.club_id = entries.club_id AND texts.seq = entries.seq
    LEFT JOIN players ON players.club_id = entries.club_id AND kind IN ('player_enrolled', 'player_renamed')
        AND player_id::text = convert_from(leaf, 'UTF8')::json ->> 'player'
    LEFT JOIN clubs ON clubs.club_id = entries.club_id AND kind IN ('club_founded', 'club_changed')
    WHERE entries.club_id = $1 AND entries.seq > $2
        AND coalesce(texts.salt, players.name_salt, clubs.name_salt) IS NOT NULL
    ORDER BY entries.seq
    LIMIT $3";
