//! The texts beside the entries that may commit to them.

use super::entries::{Leaf, PAGE_BYTES};
use super::prepared_once::PrepareOnce as _;
use super::{Sql, bytes};
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
    #[diesel(sql_type = sql_types::Bool)]
    has_more: bool,
}

/// Some entries with their texts.
#[derive(Default)]
pub(crate) struct EntriesWithTexts {
    /// In order, each with its text.
    pub(crate) entries: Vec<(Entry, String, Salt)>,
    /// Whether there are more.
    pub(crate) has_more: bool,
}

/// Up to `limit` entries after a sequence number, in order, each with a text: its reason, note or name of a season, or what its club or player is
/// called today, whether the entry commits to that or to an earlier name. They are at most [`PAGE_BYTES`] and one entry.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    after_seq: u64,
    limit: u32,
) -> Result<EntriesWithTexts> {
    // No entry comes after a number that large.
    let Ok(after_seq) = i64::try_from(after_seq) else {
        return Ok(EntriesWithTexts::default());
    };
    let rows = sql_query(LIST)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::BigInt, _>(after_seq)
        .bind::<sql_types::BigInt, _>(i64::from(limit))
        .bind::<sql_types::BigInt, _>(PAGE_BYTES)
        .prepared_once()
        .load::<Row>(&mut sql)
        .await?;
    let has_more = rows.last().is_some_and(|last| last.has_more);
    let read = |row: Row| {
        let entry = row.leaf.parse()?.entry;
        Ok((entry, row.text, bytes(row.salt, "salt")?))
    };
    Ok(EntriesWithTexts {
        entries: rows.into_iter().map(read).collect::<Result<_>>()?,
        has_more,
    })
}

/// One entry more than the limit is looked at, which shows whether there are more.
const LIST: &str = "
    SELECT seq, leaf, leaf_hash, text, salt, place < looked_at AS has_more
    FROM (
        SELECT *, count(*) OVER () AS looked_at, row_number() OVER (ORDER BY seq) AS place,
            sum(octet_length(leaf)) OVER (ORDER BY seq) - octet_length(leaf) AS bytes_before
        FROM (
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
            LIMIT $3 + 1
        ) AS entry
    ) AS measured
    WHERE place <= $3 AND bytes_before <= $4
    ORDER BY seq";
