//! Ratings: what was thought of a player's strength after each match that was played to its end.

use super::Sql;
use super::prepared_once::PrepareOnce as _;
use super::tallies::Moment;
use crate::error::integer;
use crate::schema::ratings;
use crate::{ClubId, PlayerId, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Bool, Date as SqlDate, Double, Uuid};
use diesel_async::RunQueryDsl;
use std::collections::HashMap;
use tally::Rating;
use time::Date;

/// A rating after a match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rated {
    pub(crate) player: PlayerId,
    pub(crate) moment: Moment,
    pub(crate) rating: Rating,
}

/// Deletes what was thought from a moment on.
pub(crate) async fn forget(mut sql: Sql<'_>, club: ClubId, (day, seq): Moment) -> Result<()> {
    let seq: i64 = integer(seq, "sequence number")?;
    let later = ratings::played_on.gt(day);
    let same_day = ratings::played_on.eq(day).and(ratings::opened_seq.ge(seq));
    let old = ratings::table
        .filter(ratings::club_id.eq(club.0))
        .filter(later.or(same_day));
    diesel::delete(old).execute(&mut sql).await?;
    Ok(())
}

/// Deletes all that was thought.
pub(crate) async fn forget_all(mut sql: Sql<'_>, club: ClubId) -> Result<()> {
    diesel::delete(ratings::table.filter(ratings::club_id.eq(club.0)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

pub(crate) async fn insert(mut sql: Sql<'_>, club: ClubId, rated: &[Rated]) -> Result<()> {
    let mut seqs = Vec::new();
    for one in rated {
        seqs.push(integer::<u64, i64>(one.moment.1, "sequence number")?);
    }
    let players: Vec<_> = rated.iter().map(|one| one.player.0).collect();
    let days: Vec<_> = rated.iter().map(|one| one.moment.0).collect();
    let ratings: Vec<_> = rated.iter().map(|one| one.rating.rating).collect();
    let uncertain: Vec<_> = rated.iter().map(|one| one.rating.uncertainty).collect();
    sql_query(INSERT)
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Uuid>, _>(players)
        .bind::<Array<SqlDate>, _>(days)
        .bind::<Array<BigInt>, _>(seqs)
        .bind::<Array<Double>, _>(ratings)
        .bind::<Array<Double>, _>(uncertain)
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

const INSERT: &str = "
    INSERT INTO ratings (club_id, player_id, played_on, opened_seq, rating, uncertainty)
    SELECT $1, * FROM unnest($2::uuid[], $3::date[], $4::bigint[], $5::float8[], $6::float8[])";

/// What was thought of some players before a moment; of whom nothing is known is missing.
pub(crate) async fn before(
    sql: Sql<'_>,
    club: ClubId,
    players: &[PlayerId],
    moment: Moment,
) -> Result<HashMap<PlayerId, Rating>> {
    latest(sql, club, players, moment, false).await
}

/// What was thought of some players at the end of a day; of whom nothing is known is missing.
pub(crate) async fn at_end_of(
    sql: Sql<'_>,
    club: ClubId,
    players: &[PlayerId],
    day: Date,
) -> Result<HashMap<PlayerId, Rating>> {
    latest(sql, club, players, (day, 0), true).await
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Uuid)]
    player_id: uuid::Uuid,
    #[diesel(sql_type = Double)]
    rating: f64,
    #[diesel(sql_type = Double)]
    uncertainty: f64,
}

async fn latest(
    mut sql: Sql<'_>,
    club: ClubId,
    players: &[PlayerId],
    (day, seq): Moment,
    whole_day: bool,
) -> Result<HashMap<PlayerId, Rating>> {
    let rows = sql_query(LATEST)
        .bind::<Uuid, _>(club.0)
        .bind::<Array<Uuid>, _>(players.iter().map(|player| player.0).collect::<Vec<_>>())
        .bind::<SqlDate, _>(day)
        .bind::<BigInt, _>(integer::<u64, i64>(seq, "sequence number")?)
        .bind::<Bool, _>(whole_day)
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| {
        let rating = Rating {
            rating: row.rating,
            uncertainty: row.uncertainty,
        };
        (PlayerId(row.player_id), rating)
    };
    Ok(rows.await?.into_iter().map(read).collect())
}

/// For each player one look into an index, however many matches there were.
const LATEST: &str = "
    SELECT latest.* FROM unnest($2::uuid[]) AS wanted (id), LATERAL (
        SELECT player_id, rating, uncertainty FROM ratings
        WHERE club_id = $1 AND player_id = wanted.id
            AND (played_on < $3 OR (played_on = $3 AND (opened_seq < $4 OR $5)))
        ORDER BY played_on DESC, opened_seq DESC
        LIMIT 1
    ) AS latest";
