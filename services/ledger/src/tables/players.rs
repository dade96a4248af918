//! The people behind the random ids of players.

use super::Sql;
use crate::error::integer;
use crate::schema::{matches, players};
use crate::{ClubId, MatchId, Player, PlayerId, Result};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Entry, Salt};
use std::collections::HashMap;
use uuid::Uuid;

/// Names by id.
pub(crate) type Names = HashMap<Uuid, String>;

pub(crate) async fn insert(mut sql: Sql<'_>, new: (&Player, &Salt), entry: &Entry) -> Result<()> {
    let (player, salt) = new;
    let row = (
        players::club_id.eq(entry.club.0),
        players::player_id.eq(player.id.0),
        players::name.eq(&player.name),
        players::name_salt.eq(salt.as_slice()),
        players::enrolled_seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    diesel::insert_into(players::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// The players of a club, by name.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId) -> Result<Vec<Player>> {
    let rows = players::table
        .filter(players::club_id.eq(club.0))
        .order((players::name, players::player_id))
        .select((players::player_id, players::name))
        .load::<(Uuid, String)>(&mut sql);
    Ok(rows
        .await?
        .into_iter()
        .map(|(id, name)| Player {
            id: PlayerId(id),
            name,
        })
        .collect())
}

/// The names of some players; those who are not of the club are missing.
pub(crate) async fn names(mut sql: Sql<'_>, club: ClubId, ids: Vec<Uuid>) -> Result<Names> {
    let rows = players::table
        .filter(players::club_id.eq(club.0))
        .filter(players::player_id.eq_any(ids))
        .select((players::player_id, players::name))
        .load(&mut sql);
    Ok(rows.await?.into_iter().collect())
}

/// The names of those who sit in a match.
pub(crate) async fn names_in(mut sql: Sql<'_>, club: ClubId, match_id: MatchId) -> Result<Names> {
    let sits = players::player_id
        .eq(matches::player_1)
        .or(players::player_id.eq(matches::player_2))
        .or(players::player_id.eq(matches::player_3))
        .or(players::player_id.eq(matches::player_4));
    let rows = matches::table
        .inner_join(players::table.on(players::club_id.eq(matches::club_id).and(sits)))
        .filter(matches::club_id.eq(club.0))
        .filter(matches::match_id.eq(match_id.0))
        .select((players::player_id, players::name))
        .load(&mut sql);
    Ok(rows.await?.into_iter().collect())
}
