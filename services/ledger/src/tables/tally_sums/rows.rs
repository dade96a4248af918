//! Rows of sums by their keys, as they are brought up to the entries.

use super::{Cell, Summed, read};
use crate::schema::tally_sums;
use crate::tables::Sql;
use crate::tables::prepared_once::PrepareOnce as _;
use crate::tables::tally_json::{Json, figures};
use crate::{ClubId, PlayerId, Result};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{BoxedSqlQuery, SqlQuery};
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Jsonb, Text, Uuid};
use diesel_async::RunQueryDsl;
use futures_util::{Stream, StreamExt};
use std::collections::{BTreeMap, BTreeSet};
use tally::{Detail, Figures, Span, Totals};
use time::Date;

/// So many sums are in memory and in a statement at once: in each are figures against everybody whom somebody met, and every pattern that they won
/// with.
pub(crate) const AT_ONCE: usize = 24;

/// The sums of the spans of one kind from one day to another, in order, for some players, one after the other.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    (span, (from, until)): (Span, (Date, Date)),
    players: &BTreeSet<PlayerId>,
) -> Result<impl Stream<Item = Result<(Cell, Figures)>>> {
    let rows = tally_sums::table
        .filter(tally_sums::club_id.eq(club.0))
        .filter(tally_sums::player_id.eq_any(players.iter().map(|player| player.0)))
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
        .load_stream::<Summed>(&mut sql);
    Ok(rows.await?.map(move |row| Ok(read(span, row?))))
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
        totals: Json<Totals>,
        #[diesel(sql_type = Jsonb)]
        detail: Json<Detail>,
    }
    let rows = of_sums(SOME, club, wanted)
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
            let (totals, detail) = (totals.0, detail.0);
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
    of_sums(DELETE_SOME, club, old)
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

/// A statement on some sums: `$1` is the club, and `$2` to `$5` are what identifies them, column by column.
fn of_sums<'a>(
    statement: &'static str,
    club: ClubId,
    sums: impl IntoIterator<Item = &'a Cell>,
) -> BoxedSqlQuery<'a, Pg, SqlQuery> {
    let (mut spans, mut variants) = (Vec::new(), Vec::new());
    let (mut starts, mut players) = (Vec::new(), Vec::new());
    for cell in sums {
        spans.push(cell.span.as_str());
        variants.push(cell.variant_id.as_str());
        starts.push(cell.starts_on);
        players.push(cell.player.0);
    }
    sql_query(statement)
        .into_boxed()
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Text>, _>(spans)
        .bind::<Array<Text>, _>(variants)
        .bind::<Array<SqlDate>, _>(starts)
        .bind::<Array<Uuid>, _>(players)
}

/// Stores the sums of some spans for some players, in place of what was stored of them.
pub(crate) async fn replace(
    mut sql: Sql<'_>,
    club: ClubId,
    (span, starts, players): (Span, &BTreeSet<Date>, &BTreeSet<PlayerId>),
    sums: &BTreeMap<Cell, Figures>,
) -> Result<()> {
    let old = diesel::delete(tally_sums::table)
        .filter(tally_sums::club_id.eq(club.0))
        .filter(tally_sums::span.eq(span.as_str()))
        .filter(tally_sums::starts_on.eq_any(starts))
        .filter(tally_sums::player_id.eq_any(players.iter().map(|player| player.0)));
    old.execute(&mut sql).await?;
    insert(sql, club, sums).await
}

async fn insert(mut sql: Sql<'_>, club: ClubId, sums: &BTreeMap<Cell, Figures>) -> Result<()> {
    let sums: Vec<_> = sums.iter().collect();
    for sums in sums.chunks(AT_ONCE) {
        let (totals, details) = figures(sums.iter().map(|(_, figures)| *figures));
        of_sums(INSERT, club, sums.iter().map(|(cell, _)| *cell))
            .bind::<Array<Jsonb>, _>(totals)
            .bind::<Array<Jsonb>, _>(details)
            .prepared_once()
            .execute(&mut sql)
            .await?;
    }
    Ok(())
}

const INSERT: &str = "
    INSERT INTO tally_sums (club_id, span, variant_id, starts_on, player_id, totals, detail)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::date[], $5::uuid[], $6::jsonb[], $7::jsonb[])";
