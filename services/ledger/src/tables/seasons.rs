//! Seasons: their entries, and the matches of their days.

use super::Sql;
use super::entries::{Leaf, PAGE_BYTES};
use super::match_counts::MatchCounts;
use super::prepared_once::PrepareOnce as _;
use crate::error::integer;
use crate::schema::seasons;
use crate::{ClubId, Entry, Error, MatchId, Page, PlayerId, Result, SeasonId};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use evidence::{Counts, Season, SeasonClosed, SeasonOpened};
use time::Date;
use tokio::task::yield_now;
use uuid::Uuid;

/// Stores a season that an entry opened.
pub(crate) async fn insert(mut sql: Sql<'_>, entry: &Entry, opened: &SeasonOpened) -> Result<()> {
    let row = (
        seasons::club_id.eq(entry.club.0),
        seasons::season_id.eq(opened.season.0),
        seasons::opened_seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    diesel::insert_into(seasons::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Stores which entry closed a season.
pub(crate) async fn close(mut sql: Sql<'_>, entry: &Entry, closed: SeasonClosed) -> Result<()> {
    let seq: i64 = integer(entry.seq, "sequence number")?;
    diesel::update(seasons::table.find((entry.club.0, closed.season.0)))
        .set(seasons::closed_seq.eq(seq))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// An entry of a season, with the name of the season if it is known.
#[derive(QueryableByName)]
struct Told {
    #[diesel(embed)]
    leaf: Leaf,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    /// How many seasons were looked at: those of the page, and one more if a page follows.
    #[diesel(sql_type = BigInt)]
    looked_at: i64,
}

/// A season by its entries, and its name, if it is known and was not erased.
pub(crate) type Named = (Season, Option<String>);

/// A page of seasons, the last opened first: at most [`PAGE_BYTES`] of their rules and one season. Also whether a page follows.
pub(crate) async fn list(sql: Sql<'_>, club: ClubId, page: Page) -> Result<(Vec<Named>, bool)> {
    let before = page.before.and_then(|before| i64::try_from(before).ok());
    let before = before.unwrap_or(i64::MAX);
    some(sql, club, None, (before, page.limit)).await
}

/// A season; none if the club has no such one.
pub(crate) async fn find(sql: Sql<'_>, club: ClubId, id: SeasonId) -> Result<Option<Named>> {
    let (found, _) = some(sql, club, Some(id), (i64::MAX, 1)).await?;
    Ok(found.into_iter().next())
}

async fn some(
    mut sql: Sql<'_>,
    club: ClubId,
    id: Option<SeasonId>,
    (before, limit): (i64, u32),
) -> Result<(Vec<Named>, bool)> {
    let rows = sql_query(SOME)
        .bind::<SqlUuid, _>(club.0)
        .bind::<Nullable<SqlUuid>, _>(id.map(|id| id.0))
        .bind::<BigInt, _>(before)
        .bind::<BigInt, _>(i64::from(limit))
        .bind::<BigInt, _>(PAGE_BYTES)
        .prepared_once()
        .load::<Told>(&mut sql);
    let rows = rows.await?;
    let looked_at = rows.iter().map(|told| told.looked_at).max().unwrap_or(0);
    let mut found: Vec<Named> = Vec::new();
    for Told { leaf, name, .. } in rows {
        // Rules can be long: whoever waits for this thread goes first.
        yield_now().await;
        let entry = leaf.parse()?.entry;
        let damaged = |refusal: evidence::Refusal| Error::Damaged {
            seq: entry.seq,
            reason: format!("with the entries of its season before it: {refusal}"),
        };
        let of_last = found.last_mut().filter(|_| is_end(&entry));
        match of_last {
            Some((season, _)) => season.close(&entry).map_err(damaged)?,
            None => found.push((Season::open(&entry).map_err(damaged)?, name)),
        }
    }
    let has_more = i64::try_from(found.len()).is_ok_and(|found| looked_at > found);
    Ok((found, has_more))
}

fn is_end(entry: &Entry) -> bool {
    matches!(entry.body, crate::Body::SeasonClosed(_))
}

/// One season more than the limit is looked at, which shows whether there are more.
const SOME: &str = "
    SELECT entries.seq, leaf, leaf_hash, name, looked_at
    FROM (
        SELECT opened_seq, closed_seq, text AS name, count(*) OVER () AS looked_at,
            row_number() OVER (ORDER BY opened_seq DESC) AS place,
            sum(octet_length(leaf)) OVER (ORDER BY opened_seq DESC) - octet_length(leaf) AS bytes_before
        FROM (
            SELECT opened_seq, closed_seq FROM seasons
            WHERE club_id = $1 AND ($2 IS NULL OR season_id = $2) AND opened_seq < $3
            ORDER BY opened_seq DESC LIMIT $4 + 1
        ) AS page
        JOIN entries ON entries.club_id = $1 AND entries.seq = opened_seq
        LEFT JOIN texts ON texts.club_id = $1 AND texts.seq = opened_seq
    ) AS measured
    CROSS JOIN LATERAL unnest(ARRAY[opened_seq, closed_seq]) AS told (seq)
    JOIN entries ON entries.club_id = $1 AND entries.seq = told.seq
    WHERE place <= $4 AND bytes_before <= $5
    ORDER BY opened_seq DESC, entries.seq";

/// A match of a season, as it stands.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub(crate) struct Row {
    #[diesel(sql_type = SqlUuid)]
    match_id: Uuid,
    #[diesel(sql_type = BigInt)]
    opened_seq: i64,
    #[diesel(sql_type = BigInt)]
    version: i64,
    /// The id of the variant.
    #[diesel(sql_type = Text)]
    pub(crate) variant_id: String,
    /// The day.
    #[diesel(sql_type = SqlDate)]
    pub(crate) played_on: Date,
    #[diesel(embed)]
    match_counts: MatchCounts,
    /// Who took part.
    #[diesel(sql_type = Array<SqlUuid>)]
    parties: Vec<Uuid>,
    /// What each of them gained or lost.
    #[diesel(sql_type = Array<BigInt>)]
    half_points: Vec<i64>,
    /// Whether only the entries of the match say of somebody that they took part: they sit there no more, and gained and lost nothing. A
    /// correction may have taken them out of the match.
    #[diesel(sql_type = Bool)]
    pub(crate) is_uncertain: bool,
}

impl Row {
    /// The match.
    pub(crate) fn match_id(&self) -> MatchId {
        MatchId(self.match_id)
    }

    /// Who gained or lost what.
    pub(crate) fn of_players(&self) -> impl Iterator<Item = (PlayerId, i64)> {
        let parties = self.parties.iter().copied().map(PlayerId);
        parties.zip(self.half_points.iter().copied())
    }

    /// What the match counts for.
    pub(crate) fn counts(&self) -> Result<Counts> {
        self.match_counts.counts()
    }

    /// Whether the match was opened by an entry or before it.
    pub(crate) fn is_opened(&self, as_of: u64) -> bool {
        u64::try_from(self.opened_seq).is_ok_and(|seq| seq <= as_of)
    }

    /// Whether no later entry than this one tells of the match.
    pub(crate) fn stands(&self, as_of: u64) -> bool {
        u64::try_from(self.version).is_ok_and(|seq| seq <= as_of)
    }
}

/// The matches on the days and under the variants of a season, with what each player gained or lost. Only those that were opened up to an
/// entry, and at most so many, of those first that were opened first.
pub(crate) async fn matches(
    mut sql: Sql<'_>,
    club: ClubId,
    terms: &SeasonOpened,
    (as_of, limit): (u64, u32),
) -> Result<Vec<Row>> {
    let rows = sql_query(MATCHES)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlDate, _>(terms.from)
        .bind::<SqlDate, _>(terms.until)
        .bind::<Array<Text>, _>(&terms.rules.variants)
        .bind::<BigInt, _>(i64::try_from(as_of).unwrap_or(i64::MAX))
        .bind::<BigInt, _>(i64::from(limit))
        .bind::<SqlUuid, _>(Uuid::nil());
    Ok(rows.prepared_once().load(&mut sql).await?)
}

/// The nil UUID is the house.
const MATCHES: &str = "
    SELECT match_id, opened_seq, version, variant_id, played_on, void_seq IS NOT NULL AS is_void, next_number,
        ending, parties, half_points, is_uncertain
    FROM (
        SELECT * FROM matches
        WHERE club_id = $1 AND played_on BETWEEN $2 AND $3 AND (cardinality($4) = 0 OR variant_id = ANY($4))
            AND opened_seq <= $5
        ORDER BY opened_seq LIMIT $6
    ) AS of_season
    CROSS JOIN LATERAL (
        SELECT array_agg(party ORDER BY party) AS parties, array_agg(half_points ORDER BY party) AS half_points,
            bool_or(half_points = 0 AND party NOT IN (player_1, player_2, player_3, player_4)) AS is_uncertain
        FROM balances
        WHERE club_id = $1 AND balances.match_id = of_season.match_id AND party <> $7
        HAVING count(*) > 0
    ) AS of_match
    ORDER BY opened_seq";
