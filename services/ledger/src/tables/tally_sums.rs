//! What the matches of a day, a month or a year come to together.

use super::Sql;
use super::prepared_once::PrepareOnce as _;
use super::tally_json::{figures, parsed};
use crate::error::integer;
use crate::schema::tally_sums;
use crate::{ClubId, Period, PlayerId, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Jsonb, Nullable, Text, Uuid};
use diesel_async::RunQueryDsl;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tally::{Figures, Span, Totals};
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
pub(super) type Summed = (String, Date, uuid::Uuid, Value, Value);

pub(super) fn read(
    span: Span,
    (variant_id, starts_on, player, totals, detail): Summed,
) -> Result<(Cell, Figures)> {
    let cell = Cell {
        span,
        variant_id,
        starts_on,
        player: PlayerId(player),
    };
    let figures = Figures {
        totals: parsed(totals)?,
        detail: parsed(detail)?,
    };
    Ok((cell, figures))
}

/// The sums of the spans of one kind from one day to another, in order, for some players or for everybody.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    (span, (from, until)): (Span, (Date, Date)),
    players: Option<&BTreeSet<PlayerId>>,
) -> Result<Vec<(Cell, Figures)>> {
    let mut of_players = tally_sums::table.into_boxed();
    if let Some(players) = players {
        let ids = players.iter().map(|player| player.0);
        of_players = of_players.filter(tally_sums::player_id.eq_any(ids));
    }
    let rows = of_players
        .filter(tally_sums::club_id.eq(club.0))
        .filter(tally_sums::span.eq(span.as_str()))
        .filter(tally_sums::starts_on.between(from, until))
        .order(tally_sums::starts_on)
        .select((
            tally_sums::variant_id,
            tally_sums::starts_on,
            tally_sums::player_id,
            tally_sums::totals,
            tally_sums::detail,
        ))
        .load::<Summed>(&mut sql);
    let rows = rows.await?.into_iter();
    rows.map(|row| read(span, row)).collect()
}

/// Those of some sums that are there.
pub(crate) async fn some(
    mut sql: Sql<'_>,
    club: ClubId,
    wanted: &BTreeSet<Cell>,
) -> Result<BTreeMap<Cell, Figures>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        place: i64,
        #[diesel(sql_type = Jsonb)]
        totals: Value,
        #[diesel(sql_type = Jsonb)]
        detail: Value,
    }
    let keys = Keys::of(wanted);
    let rows = sql_query(SOME)
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Text>, _>(keys.spans)
        .bind::<Array<Text>, _>(keys.variants)
        .bind::<Array<SqlDate>, _>(keys.starts)
        .bind::<Array<Uuid>, _>(keys.players)
        .prepared_once()
        .load::<Row>(&mut sql);
    let mut rows: BTreeMap<i64, Row> = rows
        .await?
        .into_iter()
        .map(|row| (row.place, row))
        .collect();
    let mut found = BTreeMap::new();
    for (place, cell) in (1..).zip(wanted) {
        if let Some(Row { totals, detail, .. }) = rows.remove(&place) {
            let (totals, detail) = (parsed(totals)?, parsed(detail)?);
            found.insert(cell.clone(), Figures { totals, detail });
        }
    }
    Ok(found)
}

const SOME: &str = "
    SELECT place, totals, detail
    FROM unnest($2::text[], $3::text[], $4::date[], $5::uuid[]) WITH ORDINALITY AS wanted (span, variant_id, starts_on, player_id, place)
    JOIN tally_sums USING (span, variant_id, starts_on, player_id)
    WHERE club_id = $1";

/// Stores some sums in place of what was stored of them and of others.
pub(crate) async fn replace_some(
    mut sql: Sql<'_>,
    club: ClubId,
    old: &BTreeSet<Cell>,
    sums: &BTreeMap<Cell, Figures>,
) -> Result<()> {
    let keys = Keys::of(old);
    sql_query(DELETE_SOME)
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Text>, _>(keys.spans)
        .bind::<Array<Text>, _>(keys.variants)
        .bind::<Array<SqlDate>, _>(keys.starts)
        .bind::<Array<Uuid>, _>(keys.players)
        .prepared_once()
        .execute(&mut sql)
        .await?;
    insert(sql, club, sums).await
}

const DELETE_SOME: &str = "
    DELETE FROM tally_sums AS sum
    USING unnest($2::text[], $3::text[], $4::date[], $5::uuid[]) AS old (span, variant_id, starts_on, player_id)
    WHERE sum.club_id = $1
        AND (sum.span, sum.variant_id, sum.starts_on, sum.player_id) = (old.span, old.variant_id, old.starts_on, old.player_id)";

/// What identifies some sums, column by column.
#[derive(Default)]
struct Keys<'a> {
    spans: Vec<&'static str>,
    variants: Vec<&'a str>,
    starts: Vec<Date>,
    players: Vec<uuid::Uuid>,
}

impl<'a> Keys<'a> {
    fn of(sums: impl IntoIterator<Item = &'a Cell>) -> Self {
        let mut keys = Self::default();
        for cell in sums {
            keys.spans.push(cell.span.as_str());
            keys.variants.push(&cell.variant_id);
            keys.starts.push(cell.starts_on);
            keys.players.push(cell.player.0);
        }
        keys
    }
}

/// Stores the sums of some spans for some players or for everybody, in place of what was stored of them.
pub(crate) async fn replace(
    mut sql: Sql<'_>,
    club: ClubId,
    (span, starts, players): (Span, &BTreeSet<Date>, Option<&BTreeSet<PlayerId>>),
    sums: &BTreeMap<Cell, Figures>,
) -> Result<()> {
    let mut old = diesel::delete(tally_sums::table)
        .filter(tally_sums::club_id.eq(club.0))
        .filter(tally_sums::span.eq(span.as_str()))
        .filter(tally_sums::starts_on.eq_any(starts))
        .into_boxed();
    if let Some(players) = players {
        let ids = players.iter().map(|player| player.0);
        old = old.filter(tally_sums::player_id.eq_any(ids));
    }
    old.execute(&mut sql).await?;
    insert(sql, club, sums).await
}

async fn insert(mut sql: Sql<'_>, club: ClubId, sums: &BTreeMap<Cell, Figures>) -> Result<()> {
    let keys = Keys::of(sums.keys());
    let (totals, details) = figures(sums.values())?;
    sql_query(INSERT)
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Text>, _>(keys.spans)
        .bind::<Array<Text>, _>(keys.variants)
        .bind::<Array<SqlDate>, _>(keys.starts)
        .bind::<Array<Uuid>, _>(keys.players)
        .bind::<Array<Jsonb>, _>(totals)
        .bind::<Array<Jsonb>, _>(details)
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

const INSERT: &str = "
    INSERT INTO tally_sums (club_id, span, variant_id, starts_on, player_id, totals, detail)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::date[], $5::uuid[], $6::jsonb[], $7::jsonb[])";

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

/// The totals of some spans for everybody who played in them, in the order of time.
pub(crate) async fn totals(
    mut sql: Sql<'_>,
    club: ClubId,
    wanted: Wanted<'_>,
) -> Result<Vec<(PlayerId, Totals)>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Uuid)]
        player_id: uuid::Uuid,
        #[diesel(sql_type = Jsonb)]
        totals: Value,
    }
    let (words, starts) = columns(wanted.spans);
    let rows = sql_query(TOTALS)
        .bind::<Uuid, _>(club.0)
        .bind::<Text, _>(wanted.variant_id.unwrap_or(ANY))
        .bind::<Array<Text>, _>(words)
        .bind::<Array<SqlDate>, _>(starts)
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| Ok((PlayerId(row.player_id), parsed(row.totals)?));
    rows.await?.into_iter().map(read).collect()
}

const TOTALS: &str = "
    SELECT player_id, totals
    FROM unnest($3::text[], $4::date[]) AS wanted (span, starts_on)
    JOIN tally_sums USING (span, starts_on)
    WHERE club_id = $1 AND variant_id = $2
    ORDER BY starts_on";

/// What some spans come to for one player, in the order of time.
pub(crate) async fn of_player(
    mut sql: Sql<'_>,
    club: ClubId,
    player: PlayerId,
    wanted: Wanted<'_>,
) -> Result<Vec<Figures>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Jsonb)]
        totals: Value,
        #[diesel(sql_type = Jsonb)]
        detail: Value,
    }
    let (words, starts) = columns(wanted.spans);
    let rows = sql_query(OF_PLAYER)
        .bind::<Uuid, _>(club.0)
        .bind::<Text, _>(wanted.variant_id.unwrap_or(ANY))
        .bind::<Array<Text>, _>(words)
        .bind::<Array<SqlDate>, _>(starts)
        .bind::<Uuid, _>(player.0)
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| {
        Ok(Figures {
            totals: parsed(row.totals)?,
            detail: parsed(row.detail)?,
        })
    };
    rows.await?.into_iter().map(read).collect()
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
