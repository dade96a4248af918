//! What the matches of a day, a month or a year come to together.

pub(crate) mod rows;

use super::Sql;
use super::prepared_once::PrepareOnce as _;
use super::tally_json::Json;
use crate::error::integer;
use crate::schema::tally_sums;
use crate::{ClubId, Period, PlayerId, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Jsonb, Nullable, Text, Uuid};
use diesel_async::RunQueryDsl;
use futures_util::{Stream, StreamExt};
use tally::{Detail, Figures, Span, Totals};
use time::Date;

/// The variant of sums over all variants.
const ANY: &str = "";

/// Which matches are summed up in a row, and for whom.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) span: Span,
    /// The variant; empty for all of them together.
    pub(crate) variant_id: String,
    pub(crate) starts_on: Date,
    pub(crate) player: PlayerId,
}

impl Cell {
    /// The same over all variants.
    pub(crate) fn of_any_variant(&self) -> Self {
        Self {
            variant_id: ANY.to_owned(),
            ..self.clone()
        }
    }
}

/// A row of figures as it is read.
pub(super) type Summed = (String, Date, uuid::Uuid, Json<Totals>, Json<Detail>);

pub(super) fn read(
    span: Span,
    (variant_id, starts_on, player, Json(totals), Json(detail)): Summed,
) -> (Cell, Figures) {
    let cell = Cell {
        span,
        variant_id,
        starts_on,
        player: PlayerId(player),
    };
    (cell, Figures { totals, detail })
}

/// The first and the last year in which something was played under a variant, or under any, each by its first day.
pub(crate) async fn years(
    mut sql: Sql<'_>,
    club: ClubId,
    variant_id: Option<&str>,
) -> Result<Option<(Date, Date)>> {
    use diesel::dsl::{max, min};
    let years = tally_sums::table
        .filter(tally_sums::club_id.eq(club.0))
        .filter(tally_sums::variant_id.eq(variant_id.unwrap_or(ANY)))
        .filter(tally_sums::span.eq(Span::Year.as_str()))
        .select((min(tally_sums::starts_on), max(tally_sums::starts_on)))
        .first::<(Option<Date>, Option<Date>)>(&mut sql);
    let (first, last) = years.await?;
    Ok(first.zip(last))
}

/// Which sums are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) variant_id: Option<&'a str>,
    pub(crate) spans: &'a [(Span, Date)],
}

/// The totals of some spans for everybody who played in them, in the order of time, one after the other.
pub(crate) async fn totals(
    mut sql: Sql<'_>,
    club: ClubId,
    wanted: Wanted<'_>,
) -> Result<impl Stream<Item = Result<(PlayerId, Totals)>>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Uuid)]
        player_id: uuid::Uuid,
        #[diesel(sql_type = Jsonb)]
        totals: Json<Totals>,
    }
    let (words, starts) = columns(wanted.spans);
    let rows = sql_query(TOTALS)
        .bind::<Uuid, _>(club.0)
        .bind::<Text, _>(wanted.variant_id.unwrap_or(ANY))
        .bind::<Array<Text>, _>(words)
        .bind::<Array<SqlDate>, _>(starts)
        .prepared_once()
        .load_stream::<Row>(&mut sql);
    let read = |row: QueryResult<Row>| {
        let row = row?;
        Ok((PlayerId(row.player_id), row.totals.0))
    };
    Ok(rows.await?.map(read))
}

const TOTALS: &str = "
    SELECT player_id, totals
    FROM unnest($3::text[], $4::date[]) AS wanted (span, starts_on)
    JOIN tally_sums USING (span, starts_on)
    WHERE club_id = $1 AND variant_id = $2
    ORDER BY starts_on";

/// What some spans come to for one player, in the order of time, one after the other.
pub(crate) async fn of_player(
    mut sql: Sql<'_>,
    club: ClubId,
    player: PlayerId,
    wanted: Wanted<'_>,
) -> Result<impl Stream<Item = Result<Figures>>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Jsonb)]
        totals: Json<Totals>,
        #[diesel(sql_type = Jsonb)]
        detail: Json<Detail>,
    }
    let (words, starts) = columns(wanted.spans);
    let rows = sql_query(OF_PLAYER)
        .bind::<Uuid, _>(club.0)
        .bind::<Text, _>(wanted.variant_id.unwrap_or(ANY))
        .bind::<Array<Text>, _>(words)
        .bind::<Array<SqlDate>, _>(starts)
        .bind::<Uuid, _>(player.0)
        .prepared_once()
        .load_stream::<Row>(&mut sql);
    let read = |row: QueryResult<Row>| {
        let row = row?;
        Ok(Figures {
            totals: row.totals.0,
            detail: row.detail.0,
        })
    };
    Ok(rows.await?.map(read))
}

const OF_PLAYER: &str = "
    SELECT totals, detail
    FROM unnest($3::text[], $4::date[]) AS wanted (span, starts_on)
    JOIN tally_sums USING (span, starts_on)
    WHERE club_id = $1 AND variant_id = $2 AND player_id = $5
    ORDER BY starts_on";

/// The most that anybody gained on a day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BestDayRow {
    pub(crate) player: PlayerId,
    pub(crate) played_on: Date,
    pub(crate) half_points: i64,
    pub(crate) matches: u64,
}

/// The most that anybody gained on a day of a period; of equal ones the first. None if nobody gained anything.
pub(crate) async fn best_day(
    mut sql: Sql<'_>,
    club: ClubId,
    period: &Period,
) -> Result<Option<BestDayRow>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Uuid)]
        player_id: uuid::Uuid,
        #[diesel(sql_type = SqlDate)]
        starts_on: Date,
        #[diesel(sql_type = BigInt)]
        half_points: i64,
        #[diesel(sql_type = BigInt)]
        matches: i64,
    }
    let rows = sql_query(BEST_DAY)
        .bind::<Uuid, _>(club.0)
        .bind::<Text, _>(period.variant_id.as_deref().unwrap_or(ANY))
        .bind::<Nullable<SqlDate>, _>(period.from)
        .bind::<Nullable<SqlDate>, _>(period.until)
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| {
        Ok(BestDayRow {
            player: PlayerId(row.player_id),
            played_on: row.starts_on,
            half_points: row.half_points,
            matches: integer(row.matches, "matches")?,
        })
    };
    rows.await?.pop().map(read).transpose()
}

const BEST_DAY: &str = "
    SELECT player_id, starts_on, (totals->>'half_points')::bigint AS half_points, (totals->>'matches')::bigint AS matches
    FROM tally_sums
    WHERE club_id = $1 AND variant_id = $2 AND span = 'day'
        AND starts_on BETWEEN COALESCE($3, '-infinity'::date) AND COALESCE($4, 'infinity'::date)
        AND (totals->>'half_points')::bigint > 0
    ORDER BY half_points DESC, starts_on, player_id
    LIMIT 1";

/// How often each pattern counted in some spans, the rarest first.
pub(crate) async fn patterns(
    mut sql: Sql<'_>,
    club: ClubId,
    wanted: Wanted<'_>,
) -> Result<Vec<(String, u64)>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        pattern: String,
        #[diesel(sql_type = BigInt)]
        times: i64,
    }
    let (words, starts) = columns(wanted.spans);
    let rows = sql_query(PATTERNS)
        .bind::<Uuid, _>(club.0)
        .bind::<Text, _>(wanted.variant_id.unwrap_or(ANY))
        .bind::<Array<Text>, _>(words)
        .bind::<Array<SqlDate>, _>(starts)
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| Ok((row.pattern, integer(row.times, "times")?));
    rows.await?.into_iter().map(read).collect()
}

const PATTERNS: &str = "
    SELECT counted.key AS pattern, sum(counted.value::bigint)::bigint AS times
    FROM unnest($3::text[], $4::date[]) AS wanted (span, starts_on)
    JOIN tally_sums USING (span, starts_on), jsonb_each_text(detail->'patterns') AS counted
    WHERE club_id = $1 AND variant_id = $2
    GROUP BY counted.key
    ORDER BY times, pattern";

fn columns(spans: &[(Span, Date)]) -> (Vec<&'static str>, Vec<Date>) {
    let words = |(span, _): &(Span, Date)| span.as_str();
    spans.iter().map(|span| (words(span), span.1)).unzip()
}
