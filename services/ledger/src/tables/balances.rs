//! What everybody who took part in a match gained or lost in it.

use super::{Sql, write_statements::WriteStatement};
use crate::schema::balances;
use crate::{ClubId, MatchId, Party, PlayerId, Result};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Untyped, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What somebody gained or lost in all.
#[derive(QueryableByName)]
pub(crate) struct Balance {
    #[diesel(sql_type = BigInt)]
    pub(crate) half_points: i64,
}

/// Adds what was gained or lost; returns a [`Balance`] of everybody who is named.
pub(crate) fn addition(
    club: ClubId,
    id: MatchId,
    gained: &BTreeMap<Party, i64>,
) -> WriteStatement<'static> {
    let change = "half_points = balances.half_points + excluded.half_points";
    insertion(club, id, gained, change)
}

/// Says anew what was gained or lost, of everybody who is named.
pub(crate) fn replacement(
    club: ClubId,
    id: MatchId,
    gained: &BTreeMap<Party, i64>,
) -> WriteStatement<'static> {
    insertion(club, id, gained, "half_points = excluded.half_points")
}

/// The text is the same, however many take part.
fn insertion(
    club: ClubId,
    id: MatchId,
    gained: &BTreeMap<Party, i64>,
    change: &str,
) -> WriteStatement<'static> {
    let parties: Vec<Uuid> = gained.keys().copied().map(stored).collect();
    let amounts: Vec<i64> = gained.values().copied().collect();
    let insert =
        sql::<Untyped>("INSERT INTO balances (club_id, match_id, party, half_points) SELECT ")
            .bind::<SqlUuid, _>(club.0)
            .sql(", ")
            .bind::<SqlUuid, _>(id.0)
            .sql(", * FROM unnest(")
            .bind::<Array<SqlUuid>, _>(parties)
            .sql(", ")
            .bind::<Array<BigInt>, _>(amounts)
            .sql(") ON CONFLICT (club_id, match_id, party) DO UPDATE SET ")
            .sql(change)
            .sql(" RETURNING half_points");
    Box::new(insert)
}

/// Who took part, and what they gained or lost.
pub(crate) async fn of_match(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
) -> Result<BTreeMap<Party, i64>> {
    let rows = balances::table
        .filter(balances::club_id.eq(club.0))
        .filter(balances::match_id.eq(id.0))
        .select((balances::party, balances::half_points))
        .load::<(Uuid, i64)>(&mut sql);
    let read = |(stored, half_points)| (party(stored), half_points);
    Ok(rows.await?.into_iter().map(read).collect())
}

/// A party as it is stored: the nil UUID is the house.
pub(crate) fn party(stored: Uuid) -> Party {
    match stored.is_nil() {
        true => Party::House,
        false => Party::Player(PlayerId(stored)),
    }
}

pub(crate) fn stored(party: Party) -> Uuid {
    match party {
        Party::House => Uuid::nil(),
        Party::Player(player) => player.0,
    }
}
