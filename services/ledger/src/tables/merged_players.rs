//! Who is merged into whom, and who is not any more.

use super::Sql;
use crate::error::integer;
use crate::schema::players;
use crate::{ClubId, Error, Player, PlayerId, Result};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::Entry;
use tally::with_merged;
use uuid::Uuid;

/// Merges a player, and everybody who was merged into them before, into another, by an entry.
pub(crate) async fn merge(
    mut sql: Sql<'_>,
    player: PlayerId,
    into: PlayerId,
    entry: &Entry,
) -> Result<()> {
    let seq: i64 = integer(entry.seq, "sequence number")?;
    let earlier = players::table
        .filter(players::club_id.eq(entry.club.0))
        .filter(players::merged_into.eq(player.0));
    diesel::update(earlier)
        .set(players::merged_into.eq(into.0))
        .execute(&mut sql)
        .await?;
    diesel::update(players::table.find((entry.club.0, player.0)))
        .set((
            players::merged_into.eq(into.0),
            players::merged_directly_into.eq(into.0),
            players::merged_seq.eq(seq),
        ))
        .execute(&mut sql)
        .await?;
    remember_confirmed_link(sql, entry.club, player, into).await
}

/// Takes the last merge of a player back: whoever was merged into the player before counts as the player again.
pub(crate) async fn unmerge(mut sql: Sql<'_>, club: ClubId, player: &Player) -> Result<()> {
    let counts_for = player.merged_into.ok_or(Error::NotFound("merge"))?;
    let merges = players::table
        .filter(players::club_id.eq(club.0))
        .filter(players::merged_into.eq(counts_for.0))
        .select((players::player_id, players::merged_directly_into))
        .load::<(Uuid, Option<Uuid>)>(&mut sql);
    let merges = merges.await?.into_iter();
    let merges = merges.filter_map(|(id, into)| Some((PlayerId(id), PlayerId(into?))));
    let earlier = with_merged(player.id, merges).into_iter();
    let earlier: Vec<Uuid> = earlier
        .filter(|id| *id != player.id)
        .map(|id| id.0)
        .collect();
    let earlier = players::table
        .filter(players::club_id.eq(club.0))
        .filter(players::player_id.eq_any(earlier));
    diesel::update(earlier)
        .set(players::merged_into.eq(player.id.0))
        .execute(&mut sql)
        .await?;
    diesel::update(players::table.find((club.0, player.id.0)))
        .set((
            players::merged_into.eq(None::<Uuid>),
            players::merged_directly_into.eq(None::<Uuid>),
            players::merged_seq.eq(None::<i64>),
        ))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Somebody said with an owner's authority who the merged player is: that holds for whoever counts for both.
async fn remember_confirmed_link(
    mut sql: Sql<'_>,
    club: ClubId,
    player: PlayerId,
    into: PlayerId,
) -> Result<()> {
    let seq = players::table
        .find((club.0, player.0))
        .select(players::confirmed_link_seq)
        .first::<Option<i64>>(&mut sql);
    let Some(seq) = seq.await? else {
        return Ok(());
    };
    let without = players::table
        .find((club.0, into.0))
        .filter(players::confirmed_link_seq.is_null());
    diesel::update(without)
        .set(players::confirmed_link_seq.eq(seq))
        .execute(&mut sql)
        .await?;
    Ok(())
}
