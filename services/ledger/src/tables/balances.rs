//! What everybody who took part in a match gained or lost in it.

use super::{Sql, prepared_once::PreparedOnce};
use crate::schema::balances;
use crate::{ClubId, MatchId, Party, PlayerId, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Both statements have one text, however many take part.
const ADD: &str = "
    INSERT INTO balances (club_id, match_id, party, half_points)
    SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[])
    ON CONFLICT (club_id, match_id, party) DO UPDATE SET half_points = balances.half_points + excluded.half_points
    RETURNING half_points";
const SET: &str = "
    INSERT INTO balances (club_id, match_id, party, half_points)
    SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[])
    ON CONFLICT (club_id, match_id, party) DO UPDATE SET half_points = excluded.half_points";

/// What somebody gained or lost in all.
#[derive(QueryableByName)]
struct Balance {
    #[diesel(sql_type = BigInt)]
    half_points: i64,
}

/// Adds what was gained or lost; returns what everybody who is named has gained or lost then.
pub(crate) async fn add(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    gained: &BTreeMap<Party, i64>,
) -> Result<Vec<i128>> {
    let (parties, amounts) = columns(gained);
    let query = sql_query(ADD)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(id.0)
        .bind::<Array<SqlUuid>, _>(parties)
        .bind::<Array<BigInt>, _>(amounts);
    let balances: Vec<Balance> = PreparedOnce(query).load(&mut sql).await?;
    let half_points = balances
        .into_iter()
        .map(|balance| balance.half_points.into());
    Ok(half_points.collect())
}

/// Says anew what was gained or lost, of everybody who is named.
pub(crate) async fn set(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    gained: &BTreeMap<Party, i64>,
) -> Result<()> {
    let (parties, amounts) = columns(gained);
    let query = sql_query(SET)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(id.0)
        .bind::<Array<SqlUuid>, _>(parties)
        .bind::<Array<BigInt>, _>(amounts);
    PreparedOnce(query).execute(&mut sql).await?;
    Ok(())
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

fn columns(gained: &BTreeMap<Party, i64>) -> (Vec<Uuid>, Vec<i64>) {
    let parties = gained.keys().copied().map(stored);
    (parties.collect(), gained.values().copied().collect())
}
