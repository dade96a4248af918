//! The entries: the bytes that were hashed, as they were hashed.

use super::{Sql, bytes, prepared_once::PrepareOnce as _, write_statements::WriteStatement};
use crate::error::integer;
use crate::model::SealedEntry;
use crate::schema::entries;
use crate::{ApiKeyId, ClubId, EntriesPage, Error, Hash, HashedEntry, Result, StoredEntry};
use diesel::dsl::{max, sql};
use diesel::prelude::*;
use diesel::sql_types::Untyped;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use evidence::{Entry, leaf_hash};
use std::ops::Range;
use uuid::Uuid;

/// Stores entries of one club, with the API key by which they came, if by one. One row each, in one statement whose text does not depend on
/// how many there are.
pub(crate) fn insertion<'a>(
    club: ClubId,
    api_key: Option<ApiKeyId>,
    sealed: &[&'a SealedEntry],
) -> Result<WriteStatement<'a>> {
    let (mut seqs, mut kinds, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let (mut leaves, mut hashes) = (Vec::new(), Vec::new());
    for SealedEntry {
        entry,
        leaf,
        leaf_hash,
        ..
    } in sealed
    {
        seqs.push(integer::<u64, i64>(entry.seq, "sequence number")?);
        kinds.push(entry.body.kind());
        times.push(entry.time.moment());
        leaves.push(leaf.as_slice());
        hashes.push(leaf_hash.0.as_slice());
    }
    let insert = sql::<Untyped>(
        "INSERT INTO entries (club_id, api_key_id, seq, kind, time, leaf, leaf_hash) SELECT ",
    )
    .bind::<sql_types::Uuid, _>(club.0)
    .sql(", ")
    .bind::<sql_types::Nullable<sql_types::Uuid>, _>(api_key.map(|key| key.0))
    .sql(", * FROM unnest(")
    .bind::<sql_types::Array<sql_types::BigInt>, _>(seqs)
    .sql(", ")
    .bind::<sql_types::Array<sql_types::Text>, _>(kinds)
    .sql(", ")
    .bind::<sql_types::Array<sql_types::Timestamptz>, _>(times)
    .sql(", ")
    .bind::<sql_types::Array<sql_types::Binary>, _>(leaves)
    .sql(", ")
    .bind::<sql_types::Array<sql_types::Binary>, _>(hashes)
    .sql(")");
    Ok(Box::new(insert))
}

/// How many bytes of entries a page has, its last entry not counted. One entry may have more than a megabyte.
pub(super) const PAGE_BYTES: i64 = 1024 * 1024;

/// At most `limit` entries after a sequence number, in order, and at most [`PAGE_BYTES`] and one entry.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    after_seq: u64,
    limit: u32,
) -> Result<EntriesPage> {
    // No entry comes after a number that large, and none is asked for.
    let Ok(after_seq) = i64::try_from(after_seq) else {
        return Ok(EntriesPage::default());
    };
    let rows = sql_query(LIST)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::BigInt, _>(after_seq)
        .bind::<sql_types::BigInt, _>(i64::from(limit))
        .bind::<sql_types::BigInt, _>(PAGE_BYTES);
    let rows: Vec<Listed> = rows.prepared_once().load(&mut sql).await?;
    let read = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let has_more = rows.last().is_some_and(|last| last.looked_at > read);
    let entries = rows
        .into_iter()
        .map(|row| stored((row.seq, row.leaf, row.leaf_hash, row.api_key_id)));
    Ok(EntriesPage {
        entries: entries.collect::<Result<_>>()?,
        has_more,
    })
}

#[derive(QueryableByName)]
struct Listed {
    #[diesel(sql_type = sql_types::BigInt)]
    seq: i64,
    #[diesel(sql_type = sql_types::Binary)]
    leaf: Vec<u8>,
    #[diesel(sql_type = sql_types::Binary)]
    leaf_hash: Vec<u8>,
    #[diesel(sql_type = sql_types::Nullable<sql_types::Uuid>)]
    api_key_id: Option<Uuid>,
    #[diesel(sql_type = sql_types::BigInt)]
    looked_at: i64,
}

/// One entry more than the limit is looked at, which shows whether there are more.
const LIST: &str = "
    SELECT seq, leaf, leaf_hash, api_key_id, looked_at
    FROM (
        SELECT seq, leaf, leaf_hash, api_key_id, count(*) OVER () AS looked_at, row_number() OVER (ORDER BY seq) AS place,
            sum(octet_length(leaf)) OVER (ORDER BY seq) - octet_length(leaf) AS bytes_before
        FROM (
            SELECT seq, leaf, leaf_hash, api_key_id FROM entries WHERE club_id = $1 AND seq > $2 ORDER BY seq LIMIT $3 + 1
        ) AS entry
    ) AS measured
    WHERE place <= $3 AND bytes_before <= $4
    ORDER BY seq";

/// Those of these entries that are there, in order.
pub(crate) async fn some(mut sql: Sql<'_>, club: ClubId, seqs: &[u64]) -> Result<Vec<StoredEntry>> {
    let seqs = seqs.iter().filter_map(|seq| i64::try_from(*seq).ok());
    let rows = entries::table
        .filter(entries::club_id.eq(club.0))
        .filter(entries::seq.eq_any(seqs))
        .order(entries::seq)
        .select(STORED)
        .load(&mut sql);
    rows.await?.into_iter().map(stored).collect()
}

/// What is read of an entry.
type Stored = (i64, Vec<u8>, Vec<u8>, Option<Uuid>);

/// The columns that hold it.
const STORED: (
    entries::seq,
    entries::leaf,
    entries::leaf_hash,
    entries::api_key_id,
) = (
    entries::seq,
    entries::leaf,
    entries::leaf_hash,
    entries::api_key_id,
);

fn stored((seq, leaf, leaf_hash, api_key): Stored) -> Result<StoredEntry> {
    Ok(StoredEntry {
        seq: integer(seq, "sequence number")?,
        leaf,
        leaf_hash: Hash(bytes(leaf_hash, "leaf hash")?),
        api_key: api_key.map(ApiKeyId),
    })
}

/// The sequence number of a club's last entry; 0 if it has none.
pub(crate) async fn last_seq(mut sql: Sql<'_>, club: ClubId) -> Result<u64> {
    let last = entries::table
        .filter(entries::club_id.eq(club.0))
        .select(max(entries::seq))
        .first::<Option<i64>>(&mut sql);
    integer(last.await?.unwrap_or(0), "sequence number")
}

/// The leaf hashes of the entries with these places in the ledger, counted from 0, in order.
pub(crate) async fn leaf_hashes(
    mut sql: Sql<'_>,
    club: ClubId,
    places: Range<u64>,
) -> Result<Vec<Hash>> {
    let Some((start, end)) = super::places(&places) else {
        return Ok(Vec::new());
    };
    let rows = entries::table
        .filter(entries::club_id.eq(club.0))
        .filter(entries::seq.gt(start))
        .filter(entries::seq.le(end))
        .order(entries::seq)
        .select(entries::leaf_hash)
        .load::<Vec<u8>>(&mut sql);
    super::hashes(rows.await?)
}

/// The sequence numbers of the entries whose requests may have called some players by name: they got a name, or sat down in
/// a match that may have come from a sheet.
pub(crate) async fn naming(mut sql: Sql<'_>, club: ClubId, players: &[Uuid]) -> Result<Vec<i64>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = sql_types::BigInt)]
        seq: i64,
    }
    let rows = sql_query(NAMING)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::Array<sql_types::Uuid>, _>(players)
        .prepared_once()
        .load::<Row>(&mut sql);
    Ok(rows.await?.into_iter().map(|row| row.seq).collect())
}

/// Only the entries that enrolled the players or opened one of their matches are looked at, and those that renamed anybody: each once, however many
/// players there are.
const NAMING: &str = "
    WITH renamed AS MATERIALIZED (
        SELECT seq, (convert_from(leaf, 'UTF8')::jsonb->>'player')::uuid AS player
        FROM entries WHERE club_id = $1 AND kind = 'player_renamed'
    )
    SELECT enrolled_seq AS seq FROM players WHERE club_id = $1 AND player_id = ANY ($2)
    UNION
    SELECT seq FROM renamed WHERE player IN (SELECT unnest($2))
    UNION
    SELECT seq
    FROM (
        SELECT DISTINCT opened_seq FROM balances JOIN matches USING (club_id, match_id) WHERE club_id = $1 AND party = ANY ($2)
    ) AS of_match
    JOIN entries ON club_id = $1 AND seq = opened_seq
    CROSS JOIN LATERAL jsonb_array_elements_text(convert_from(leaf, 'UTF8')::jsonb->'players') AS seated (player)
    WHERE player::uuid IN (SELECT unnest($2))";

/// An entry, as SQL that is written out reads it.
#[derive(QueryableByName)]
pub(super) struct Leaf {
    #[diesel(sql_type = sql_types::BigInt)]
    seq: i64,
    #[diesel(sql_type = sql_types::Binary)]
    leaf: Vec<u8>,
    #[diesel(sql_type = sql_types::Binary)]
    leaf_hash: Vec<u8>,
}

impl Leaf {
    /// What it says.
    pub(super) fn parse(self) -> Result<HashedEntry> {
        parse(self.seq, &self.leaf, &self.leaf_hash)
    }
}

impl StoredEntry {
    /// What it says; bytes that do not have its hash say nothing ([`Error::Damaged`]).
    pub fn entry(&self) -> Result<Entry> {
        let seq = integer(self.seq, "sequence number")?;
        Ok(parse(seq, &self.leaf, &self.leaf_hash.0)?.entry)
    }
}

/// What a stored leaf says; bytes that do not have the stored hash say nothing.
pub(super) fn parse(seq: i64, leaf: &[u8], hash: &[u8]) -> Result<HashedEntry> {
    let seq = integer(seq, "sequence number")?;
    let damaged = |reason: String| Error::Damaged { seq, reason };
    let leaf_hash = leaf_hash(leaf);
    if leaf_hash.0.as_slice() != hash {
        return Err(damaged("its bytes do not have its hash".to_owned()));
    }
    // The audit checks that it is canonical; what was hashed once is read often.
    let entry = Entry::read_written(leaf).map_err(|refusal| damaged(refusal.to_string()))?;
    if entry.seq != seq {
        return Err(damaged(format!("it says that it is entry {}", entry.seq)));
    }
    Ok(HashedEntry { entry, leaf_hash })
}
