//! Who finished which match where: what ratings follow from.

use super::Sql;
use super::prepared_once::PrepareOnce as _;
use super::tallies::Moment;
use crate::error::integer;
use crate::schema::tallies;
use crate::{ClubId, PlayerId, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Date as SqlDate, SmallInt, Uuid};
use diesel_async::RunQueryDsl;
use std::collections::BTreeSet;
use time::Date;

/// Who finished a match where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Finish {
    pub(crate) moment: Moment,
    pub(crate) player: PlayerId,
    pub(crate) place: usize,
}

/// When some players first finished a match.
pub(crate) async fn first(
    mut sql: Sql<'_>,
    club: ClubId,
    players: &BTreeSet<PlayerId>,
) -> Result<Option<Moment>> {
    let first = tallies::table
        .filter(tallies::club_id.eq(club.0))
        .filter(tallies::player_id.eq_any(players.iter().map(|id| id.0)))
        .filter(tallies::place.is_not_null())
        .order((tallies::played_on, tallies::opened_seq))
        .select((tallies::played_on, tallies::opened_seq))
        .first::<(Date, i64)>(&mut sql);
    let moment = |(day, seq)| Ok((day, integer(seq, "sequence number")?));
    first.await.optional()?.map(moment).transpose()
}

/// Who finished where, from a moment on, in order: those of the next thousand matches.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    (day, seq): Moment,
) -> Result<Vec<Finish>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = SqlDate)]
        played_on: Date,
        #[diesel(sql_type = BigInt)]
        opened_seq: i64,
        #[diesel(sql_type = Uuid)]
        player_id: uuid::Uuid,
        #[diesel(sql_type = SmallInt)]
        place: i16,
    }
    let rows = sql_query(FINISHES)
        .bind::<Uuid, _>(club.0)
        .bind::<SqlDate, _>(day)
        .bind::<BigInt, _>(integer::<u64, i64>(seq, "sequence number")?)
        .prepared_once()
        .load::<Row>(&mut sql);
    let read = |row: Row| {
        Ok(Finish {
            moment: (row.played_on, integer(row.opened_seq, "sequence number")?),
            player: PlayerId(row.player_id),
            place: integer(row.place, "place")?,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

const FINISHES: &str = "
    SELECT tallies.played_on, tallies.opened_seq, player_id, place
    FROM (
        SELECT DISTINCT played_on, opened_seq FROM tallies
        WHERE club_id = $1 AND (played_on, opened_seq) >= ($2, $3) AND place IS NOT NULL
        ORDER BY played_on, opened_seq LIMIT 1000
    ) AS finished
    JOIN tallies ON club_id = $1 AND (tallies.played_on, tallies.opened_seq) = (finished.played_on, finished.opened_seq)
    WHERE place IS NOT NULL
    ORDER BY tallies.played_on, tallies.opened_seq, player_id";
