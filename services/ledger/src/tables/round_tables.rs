//! The matches of rounds as they stand, and what matches are called that are of none.

use super::Sql;
use super::prepared_once::PrepareOnce as _;
use crate::error::integer;
use crate::schema::matches;
use crate::{ClubId, MatchId, PlayerId, Result, TableNow, TableState, TablesNow};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use std::collections::HashMap;
use uuid::Uuid;

type Row = (Uuid, (Uuid, Uuid, Uuid, Uuid), bool, bool);

/// Some matches as they stand.
pub(crate) async fn now(
    mut sql: Sql<'_>,
    club: ClubId,
    ids: impl IntoIterator<Item = MatchId>,
) -> Result<TablesNow> {
    let ids: Vec<Uuid> = ids.into_iter().map(|id| id.0).collect();
    if ids.is_empty() {
        return Ok(TablesNow::default());
    }
    let rows = matches::table
        .filter(matches::club_id.eq(club.0))
        .filter(matches::match_id.eq_any(ids))
        .select((
            matches::match_id,
            (
                matches::player_1,
                matches::player_2,
                matches::player_3,
                matches::player_4,
            ),
            matches::ending.is_not_null(),
            matches::void_seq.is_not_null(),
        ))
        .load::<Row>(&mut sql);
    let rows = rows.await?.into_iter().map(table_now);
    Ok(TablesNow(rows.collect()))
}

fn table_now((id, (one, two, three, four), is_over, is_void): Row) -> (MatchId, TableNow) {
    let state = match (is_void, is_over) {
        (true, _) => TableState::Void,
        (false, true) => TableState::Over,
        (false, false) => TableState::Playing,
    };
    let seated = [one, two, three, four].map(PlayerId);
    (MatchId(id), TableNow { state, seated })
}

#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = SqlUuid)]
    match_id: Uuid,
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// The how-manieth match of its day each of some is, in the order in which they were opened: later matches do not change that.
pub(crate) async fn numbers_of_day(
    mut sql: Sql<'_>,
    club: ClubId,
    ids: Vec<MatchId>,
) -> Result<HashMap<MatchId, u64>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<Uuid> = ids.into_iter().map(|id| id.0).collect();
    let rows = sql_query(NUMBERS)
        .bind::<SqlUuid, _>(club.0)
        .bind::<Array<SqlUuid>, _>(ids)
        .prepared_once()
        .load::<Numbered>(&mut sql);
    let number = |row: Numbered| Ok((MatchId(row.match_id), integer(row.number, "number")?));
    rows.await?.into_iter().map(number).collect()
}

const NUMBERS: &str = "
    SELECT match_id, number FROM (
        SELECT match_id, row_number() OVER (PARTITION BY played_on ORDER BY opened_seq) AS number
        FROM matches
        WHERE club_id = $1 AND played_on IN (SELECT played_on FROM matches WHERE club_id = $1 AND match_id = ANY ($2))
    ) AS of_days
    WHERE match_id = ANY ($2)";
