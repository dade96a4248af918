//! Which entries tell of which match, and what each of them moved.

use super::{
    Sql, entries as leaves, prepared_once::PrepareOnce as _, write_statements::WriteStatement,
};
use crate::error::integer;
use crate::schema::{entries, match_entries};
use crate::{AsOf, ClubId, Error, HashedEntry, MatchId, Result};
use diesel::dsl::{max, sql};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Binary, Untyped, Uuid};
use diesel_async::RunQueryDsl;
use evidence::{Entry, Legs};
use futures_util::{Stream, TryStreamExt, stream};
use std::ops::RangeInclusive;

/// What an entry moved, in half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Moved {
    /// To the chairs, chair 1 first.
    pub(crate) chairs: [i64; 4],
    /// To the house.
    pub(crate) house: i64,
}

impl Moved {
    /// What an outcome moved.
    pub(crate) fn by(legs: &Legs) -> Self {
        Self {
            chairs: legs.half_points(),
            house: legs.house(),
        }
    }
}

/// Puts entries into their match. One row each, in one statement whose text does not depend on how many there are.
pub(crate) fn insertion(
    club: ClubId,
    id: MatchId,
    told: &[(&Entry, Moved)],
) -> Result<WriteStatement<'static>> {
    let mut seqs: Vec<i64> = Vec::new();
    for (entry, _) in told {
        seqs.push(integer(entry.seq, "sequence number")?);
    }
    let chair = |at: fn(&Moved) -> i64| told.iter().map(|(_, moved)| at(moved)).collect::<Vec<_>>();
    let insert = sql::<Untyped>("INSERT INTO match_entries (club_id, match_id, seq, chair_1, chair_2, chair_3, chair_4, house) SELECT ")
        .bind::<Uuid, _>(club.0)
        .sql(", ")
        .bind::<Uuid, _>(id.0)
        .sql(", * FROM unnest(")
        .bind::<Array<BigInt>, _>(seqs)
        .sql(", ")
        .bind::<Array<BigInt>, _>(chair(|moved| moved.chairs[0]))
        .sql(", ")
        .bind::<Array<BigInt>, _>(chair(|moved| moved.chairs[1]))
        .sql(", ")
        .bind::<Array<BigInt>, _>(chair(|moved| moved.chairs[2]))
        .sql(", ")
        .bind::<Array<BigInt>, _>(chair(|moved| moved.chairs[3]))
        .sql(", ")
        .bind::<Array<BigInt>, _>(chair(|moved| moved.house))
        .sql(")");
    Ok(Box::new(insert))
}

/// Entries of a match in order, one after the other. They are read in chunks, so that no more than a chunk and an entry are in memory
/// at once, and no statement lasts as long as what is done with them. With a limit at most so many are read.
pub(crate) fn stream(
    sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    seqs: RangeInclusive<u64>,
    limit: Option<u32>,
) -> impl Stream<Item = Result<HashedEntry>> {
    let most = limit.map_or(CHUNK_ENTRIES, |limit| CHUNK_ENTRIES.min(limit.into()));
    let (from, until) = bounds(&seqs);
    let chunks = stream::try_unfold(Some(from), move |from| async move {
        let Some(from) = from else {
            return Ok::<_, Error>(None);
        };
        let rows = chunk(sql, (club, id), (from, until), most).await?;
        let read = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let last = rows.last();
        // All that was looked at was read, and there was room for more: nothing is left.
        let is_over = last.is_none_or(|last| last.looked_at == read && read < most);
        let next = last.map(|last| last.seq.saturating_add(1));
        let next = next.filter(|_| !is_over && limit.is_none());
        let entries = rows
            .into_iter()
            .map(|row| leaves::parse(row.seq, &row.leaf, &row.leaf_hash));
        Ok(Some((stream::iter(entries), next)))
    });
    chunks.try_flatten()
}

/// How many bytes of entries a chunk has, its last entry not counted, and how many entries.
const CHUNK_BYTES: i64 = 1024 * 1024;
const CHUNK_ENTRIES: i64 = 512;

#[derive(QueryableByName)]
struct InChunk {
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = Binary)]
    leaf: Vec<u8>,
    #[diesel(sql_type = Binary)]
    leaf_hash: Vec<u8>,
    #[diesel(sql_type = BigInt)]
    looked_at: i64,
}

async fn chunk(
    mut sql: Sql<'_>,
    (club, id): (ClubId, MatchId),
    (from, until): (i64, i64),
    most: i64,
) -> Result<Vec<InChunk>> {
    let rows = sql_query(CHUNK)
        .bind::<Uuid, _>(club.0)
        .bind::<Uuid, _>(id.0)
        .bind::<BigInt, _>(from)
        .bind::<BigInt, _>(until)
        .bind::<BigInt, _>(most)
        .bind::<BigInt, _>(CHUNK_BYTES);
    Ok(rows.prepared_once().load(&mut sql).await?)
}

/// `OFFSET 0` makes PostgreSQL find each entry by its key. Otherwise it may read all entries of the club in their order, and pick those of the
/// match.
const CHUNK: &str = "
    SELECT seq, leaf, leaf_hash, looked_at
    FROM (
        SELECT seq, leaf, leaf_hash, count(*) OVER () AS looked_at,
            sum(octet_length(leaf)) OVER (ORDER BY seq) - octet_length(leaf) AS bytes_before
        FROM (
            SELECT told.seq, leaf, leaf_hash
            FROM (
                SELECT seq FROM match_entries WHERE club_id = $1 AND match_id = $2 AND seq BETWEEN $3 AND $4 ORDER BY seq LIMIT $5
            ) AS told,
            LATERAL (SELECT leaf, leaf_hash FROM entries WHERE club_id = $1 AND entries.seq = told.seq OFFSET 0) AS entry
        ) AS entry
    ) AS measured
    WHERE bytes_before <= $6
    ORDER BY seq";

/// The sequence number of the last entry of a match that had been told at some time; none if it had not been opened.
pub(crate) async fn last_seq(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    as_of: AsOf,
) -> Result<Option<u64>> {
    let query = match_entries::table
        .filter(match_entries::club_id.eq(club.0))
        .filter(match_entries::match_id.eq(id.0));
    let last: Option<i64> = match as_of {
        AsOf::Now => {
            query
                .select(max(match_entries::seq))
                .first(&mut sql)
                .await?
        }
        AsOf::Seq(seq) => {
            let until = query.filter(match_entries::seq.le(bound(seq)));
            until
                .select(max(match_entries::seq))
                .first(&mut sql)
                .await?
        }
        AsOf::Time(time) => {
            let told = query.inner_join(entries::table.on(of_row()));
            let until = told.filter(entries::time.le(time.moment()));
            until
                .select(max(match_entries::seq))
                .first(&mut sql)
                .await?
        }
    };
    last.map(|seq| integer(seq, "sequence number")).transpose()
}

/// The sequence numbers of the corrections of a match, in order, at most so many.
pub(crate) async fn corrections(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    seqs: RangeInclusive<u64>,
    limit: i64,
) -> Result<Vec<u64>> {
    let (from, until) = bounds(&seqs);
    let found = match_entries::table
        .inner_join(entries::table.on(of_row()))
        .filter(match_entries::club_id.eq(club.0))
        .filter(match_entries::match_id.eq(id.0))
        .filter(match_entries::seq.between(from, until))
        .filter(entries::kind.eq(CORRECTION))
        .order(match_entries::seq)
        .limit(limit)
        .select(match_entries::seq)
        .load::<i64>(&mut sql);
    let read = |seq| integer(seq, "sequence number");
    found.await?.into_iter().map(read).collect()
}

/// How often a match was corrected, or declared void or to count again, up to an entry.
#[derive(QueryableByName)]
struct CorrectedRow {
    #[diesel(sql_type = BigInt)]
    times: i64,
    #[diesel(sql_type = BigInt)]
    last: i64,
}

/// How often a match was corrected, or declared void or to count again: each entry after the last time tells of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Corrected {
    /// How often.
    pub(crate) times: usize,
    /// The last time; 0 if there is none.
    pub(crate) last: u64,
}

/// How often a match was corrected, or declared void or to count again, up to an entry.
pub(crate) async fn corrected(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    until: u64,
) -> Result<Corrected> {
    let query = sql_query(CORRECTED)
        .bind::<Uuid, _>(club.0)
        .bind::<Uuid, _>(id.0)
        .bind::<BigInt, _>(bound(until));
    let row: CorrectedRow = query.prepared_once().get_result(&mut sql).await?;
    Ok(Corrected {
        times: integer(row.times, "number of corrections")?,
        last: integer(row.last, "sequence number")?,
    })
}

const CORRECTED: &str = "
    SELECT count(*) AS times, coalesce(max(seq), 0) AS last
    FROM match_entries JOIN entries USING (club_id, seq)
    WHERE club_id = $1 AND match_id = $2 AND seq <= $3 AND kind IN ('match_corrected', 'match_declared')";

/// How many corrections of a match came by keys that are limited to it.
pub(crate) async fn corrections_by_guests(
    sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
) -> Result<usize> {
    number(sql, BY_GUESTS, (club, id)).await
}

const BY_GUESTS: &str = "
    SELECT count(*) AS number
    FROM match_entries JOIN entries USING (club_id, seq) JOIN api_keys USING (club_id, api_key_id)
    WHERE club_id = $1 AND match_entries.match_id = $2 AND kind = 'match_corrected' AND scope = 'match'";

/// How many bytes the corrections of a match come to together.
pub(crate) async fn correction_bytes(sql: Sql<'_>, club: ClubId, id: MatchId) -> Result<usize> {
    number(sql, BYTES, (club, id)).await
}

const BYTES: &str = "
    SELECT coalesce(sum(octet_length(leaf)), 0) AS number FROM match_entries JOIN entries USING (club_id, seq)
    WHERE club_id = $1 AND match_id = $2 AND kind = 'match_corrected'";

/// The number that a statement answers of a match.
async fn number(
    mut sql: Sql<'_>,
    statement: &'static str,
    (club, id): (ClubId, MatchId),
) -> Result<usize> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        number: i64,
    }
    let query = sql_query(statement)
        .bind::<Uuid, _>(club.0)
        .bind::<Uuid, _>(id.0);
    let row: Row = query.prepared_once().get_result(&mut sql).await?;
    integer(row.number, "number of a match")
}

/// How many outcomes were recorded in a match, those that corrections inserted not among them.
pub(crate) async fn count(mut sql: Sql<'_>, club: ClubId, id: MatchId) -> Result<usize> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        outcomes: i64,
    }
    let query = sql_query(COUNT)
        .bind::<Uuid, _>(club.0)
        .bind::<Uuid, _>(id.0);
    let row: Row = query.prepared_once().get_result(&mut sql).await?;
    integer(row.outcomes, "number of outcomes")
}

const COUNT: &str = "
    SELECT count(*) AS outcomes FROM match_entries JOIN entries USING (club_id, seq)
    WHERE club_id = $1 AND match_id = $2 AND kind = 'outcome_recorded'";

/// How many entries tell of a match in a range.
pub(crate) async fn rows(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    seqs: &RangeInclusive<u64>,
) -> Result<i64> {
    let (from, until) = bounds(seqs);
    let rows = match_entries::table
        .filter(match_entries::club_id.eq(club.0))
        .filter(match_entries::match_id.eq(id.0))
        .filter(match_entries::seq.between(from, until))
        .count();
    Ok(rows.get_result(&mut sql).await?)
}

/// The entry at a place among those of a match in a range, counted from 0.
pub(crate) async fn at(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    seqs: &RangeInclusive<u64>,
    place: i64,
) -> Result<Option<HashedEntry>> {
    let (from, until) = bounds(seqs);
    // Only the row at the place has its entry looked up.
    let query = sql_query(AT)
        .bind::<Uuid, _>(club.0)
        .bind::<Uuid, _>(id.0)
        .bind::<BigInt, _>(from)
        .bind::<BigInt, _>(until)
        .bind::<BigInt, _>(place);
    let row: Option<AtPlace> = query
        .prepared_once()
        .get_result(&mut sql)
        .await
        .optional()?;
    row.map(|row| leaves::parse(row.seq, &row.leaf, &row.leaf_hash))
        .transpose()
}

#[derive(QueryableByName)]
struct AtPlace {
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = Binary)]
    leaf: Vec<u8>,
    #[diesel(sql_type = Binary)]
    leaf_hash: Vec<u8>,
}

const AT: &str = "
    SELECT entries.seq, leaf, leaf_hash
    FROM (
        SELECT seq FROM match_entries WHERE club_id = $1 AND match_id = $2 AND seq BETWEEN $3 AND $4
        ORDER BY seq OFFSET $5 LIMIT 1
    ) AS one
    JOIN entries ON entries.club_id = $1 AND entries.seq = one.seq";

/// The kind of an entry that corrects a match, as [`evidence::Body::kind`] says it.
const CORRECTION: &str = "match_corrected";

#[diesel::dsl::auto_type]
fn of_row() -> _ {
    entries::club_id
        .eq(match_entries::club_id)
        .and(entries::seq.eq(match_entries::seq))
}

fn bounds(seqs: &RangeInclusive<u64>) -> (i64, i64) {
    (bound(*seqs.start()), bound(*seqs.end()))
}

/// No entry has a larger number.
fn bound(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}
