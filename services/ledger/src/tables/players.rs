//! The people behind the random ids of players.

use super::Sql;
use crate::error::integer;
use crate::schema::{balances, players};
use crate::{ClubId, Error, MatchId, Player, PlayerFilter, PlayerId, Result, UserId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Entry, Hash, Salt};
use std::collections::HashMap;
use uuid::Uuid;

/// Who is called like somebody else is told with so many of them.
const MOST_NAMESAKES: i64 = 20;

/// Players by id.
pub(crate) type Names = HashMap<Uuid, Player>;

#[derive(Queryable, Selectable)]
#[diesel(table_name = players)]
struct Row {
    player_id: Uuid,
    name: Option<String>,
    user_id: Option<Uuid>,
    merged_into: Option<Uuid>,
    merged_directly_into: Option<Uuid>,
    erased_seq: Option<i64>,
    linked_seq: Option<i64>,
    confirmed_link_seq: Option<i64>,
}

impl From<Row> for Player {
    fn from(row: Row) -> Self {
        let is_confirmed = row.linked_seq.is_some() && row.linked_seq == row.confirmed_link_seq;
        Self {
            id: PlayerId(row.player_id),
            name: row.name,
            erased: row.erased_seq.is_some(),
            user: row.user_id.map(UserId),
            link_confirmed: row.user_id.map(|_| is_confirmed),
            merged_into: row.merged_into.map(PlayerId),
            merged_directly_into: row.merged_directly_into.map(PlayerId),
        }
    }
}

/// For whom a player counts: themselves, if they are not among these.
pub(crate) fn counts_for(names: &Names, id: PlayerId) -> PlayerId {
    names.get(&id.0).map_or(id, Player::counts_for)
}

/// Who sits on four chairs, with their names.
pub(crate) fn seated(ids: &[PlayerId; 4], names: &Names) -> Result<[Player; 4]> {
    let [first, second, third, fourth] = ids.map(|id| {
        let player = names.get(&id.0).cloned();
        player.ok_or(Error::impossible("player of a match"))
    });
    Ok([first?, second?, third?, fourth?])
}

/// Enrols a player under the name that the entry commits to, if that is known.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    (player, name): (PlayerId, Option<(&str, &Salt)>),
    entry: &Entry,
) -> Result<()> {
    let row = (
        players::club_id.eq(entry.club.0),
        players::player_id.eq(player.0),
        players::name.eq(name.map(|(name, _)| name)),
        players::name_salt.eq(name.map(|(_, salt)| salt.as_slice())),
        players::name_hash.eq(name.map(|(name, _)| hash_of(name))),
        players::enrolled_seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    diesel::insert_into(players::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// How many players a club has, those who were merged or erased among them.
pub(crate) async fn count(mut sql: Sql<'_>, club: ClubId) -> Result<i64> {
    let all = players::table.filter(players::club_id.eq(club.0)).count();
    Ok(all.get_result(&mut sql).await?)
}

/// The players of a club, by name, then those without one; who cannot sit down only if they are asked for.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    also: PlayerFilter,
) -> Result<Vec<Player>> {
    let mut rows = players::table
        .filter(players::club_id.eq(club.0))
        .order((players::name, players::player_id))
        .select(Row::as_select())
        .into_boxed();
    if !also.merged {
        rows = rows.filter(players::merged_into.is_null());
    }
    if !also.erased {
        rows = rows.filter(players::erased_seq.is_null());
    }
    let rows = rows.load::<Row>(&mut sql).await?;
    Ok(rows.into_iter().map(Player::from).collect())
}

/// The players of a club who are called like this, but for the form of the letters, and their names: not those who cannot sit down, and so
/// many at most.
pub(crate) async fn namesakes(
    mut sql: Sql<'_>,
    club: ClubId,
    name: &str,
) -> Result<Vec<(PlayerId, String)>> {
    let rows = players::table
        .filter(players::club_id.eq(club.0))
        .filter(players::name_hash.eq(hash_of(name)))
        .filter(players::merged_into.is_null())
        .order((players::name, players::player_id))
        .select((players::player_id, players::name.assume_not_null()))
        .limit(MOST_NAMESAKES)
        .load::<(Uuid, String)>(&mut sql);
    let rows = rows.await?.into_iter();
    Ok(rows.map(|(id, name)| (PlayerId(id), name)).collect())
}

/// What names are compared by: looking for the form of a name among thousands would take seconds if each were folded again.
fn hash_of(name: &str) -> Vec<u8> {
    let folded = names::folded(name);
    Hash::of_parts(&[folded.as_bytes()]).0.to_vec()
}

pub(crate) async fn find(mut sql: Sql<'_>, club: ClubId, id: PlayerId) -> Result<Option<Player>> {
    let row = players::table
        .find((club.0, id.0))
        .select(Row::as_select())
        .first(&mut sql);
    Ok(row.await.optional()?.map(Player::from))
}

/// The player who is linked to an account.
pub(crate) async fn of_user(
    mut sql: Sql<'_>,
    club: ClubId,
    user: UserId,
) -> Result<Option<PlayerId>> {
    let player = players::table
        .filter(players::club_id.eq(club.0))
        .filter(players::user_id.eq(user.0))
        .select(players::player_id)
        .first(&mut sql);
    Ok(player.await.optional()?.map(PlayerId))
}

// Those whom merged players count for.
diesel::alias!(const OTHERS: Alias<Others> = players as others);

/// Players beside those whom they count for, if they were merged.
#[diesel::dsl::auto_type]
fn beside_others(club: Uuid) -> _ {
    let counts_for = OTHERS.field(players::club_id).eq(players::club_id).and(
        OTHERS
            .field(players::player_id)
            .nullable()
            .eq(players::merged_into),
    );
    players::table
        .left_join(OTHERS.on(counts_for))
        .filter(players::club_id.eq(club))
}

/// Some players, each under the name of whom they count for; those who are not of the club are missing.
pub(crate) async fn names(mut sql: Sql<'_>, club: ClubId, ids: Vec<Uuid>) -> Result<Names> {
    let rows = beside_others(club.0)
        .filter(players::player_id.eq_any(ids))
        .select((Row::as_select(), OTHERS.field(players::name).nullable()))
        .load(&mut sql);
    Ok(rows.await?.into_iter().map(named).collect())
}

/// Everybody who ever took part in a match, each under the name of whom they count for.
pub(crate) async fn names_in(mut sql: Sql<'_>, club: ClubId, match_id: MatchId) -> Result<Names> {
    let took_part = balances::table
        .filter(balances::club_id.eq(club.0))
        .filter(balances::match_id.eq(match_id.0))
        .select(balances::party);
    let rows = beside_others(club.0)
        .filter(players::player_id.eq_any(took_part))
        .select((Row::as_select(), OTHERS.field(players::name).nullable()))
        .load(&mut sql);
    Ok(rows.await?.into_iter().map(named).collect())
}

fn named((row, counts_for): (Row, Option<String>)) -> (Uuid, Player) {
    let name = match row.merged_into {
        Some(_) => counts_for,
        None => row.name.clone(),
    };
    (row.player_id, Player::from(Row { name, ..row }))
}

/// Whom some players count for: the player each was merged into, else themselves. Those who are not of the club are
/// missing.
pub(crate) async fn canonical(
    mut sql: Sql<'_>,
    club: ClubId,
    ids: Vec<Uuid>,
) -> Result<HashMap<PlayerId, PlayerId>> {
    let rows = players::table
        .filter(players::club_id.eq(club.0))
        .filter(players::player_id.eq_any(ids))
        .select((players::player_id, players::merged_into))
        .load::<(Uuid, Option<Uuid>)>(&mut sql);
    let read = |(id, into): (Uuid, Option<Uuid>)| (PlayerId(id), PlayerId(into.unwrap_or(id)));
    Ok(rows.await?.into_iter().map(read).collect())
}

/// A player's id, and those of everybody who was merged into them.
pub(crate) async fn ids_of(mut sql: Sql<'_>, club: ClubId, player: PlayerId) -> Result<Vec<Uuid>> {
    let is_one = players::player_id
        .nullable()
        .eq(player.0)
        .or(players::merged_into.eq(player.0));
    let ids = players::table
        .filter(players::club_id.eq(club.0))
        .filter(is_one)
        .select(players::player_id)
        .load(&mut sql);
    Ok(ids.await?)
}

/// Gives a player another name, which the entry commits to, if that is known.
pub(crate) async fn rename(
    mut sql: Sql<'_>,
    (player, name): (PlayerId, Option<(&str, &Salt)>),
    entry: &Entry,
) -> Result<()> {
    let name = (
        players::name.eq(name.map(|(name, _)| name)),
        players::name_salt.eq(name.map(|(_, salt)| salt.as_slice())),
        players::name_hash.eq(name.map(|(name, _)| hash_of(name))),
    );
    diesel::update(players::table.find((entry.club.0, player.0)))
        .set(name)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Takes the names of players away, their salts and their accounts, by an entry.
pub(crate) async fn erase(mut sql: Sql<'_>, ids: &[Uuid], entry: &Entry) -> Result<()> {
    let erased = players::table
        .filter(players::club_id.eq(entry.club.0))
        .filter(players::player_id.eq_any(ids));
    let seq: i64 = integer(entry.seq, "sequence number")?;
    diesel::update(erased)
        .set((
            players::name.eq(None::<String>),
            players::name_salt.eq(None::<Vec<u8>>),
            players::name_hash.eq(None::<Vec<u8>>),
            players::user_id.eq(None::<Uuid>),
            players::linked_seq.eq(None::<i64>),
            players::confirmed_link_seq.eq(None::<i64>),
            players::erased_seq.eq(seq),
        ))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// The sequence number of the entry that erased a player; none if they were not.
pub(crate) async fn erased_seq(
    mut sql: Sql<'_>,
    club: ClubId,
    id: PlayerId,
) -> Result<Option<u64>> {
    let seq = players::table
        .find((club.0, id.0))
        .select(players::erased_seq)
        .first::<Option<i64>>(&mut sql);
    let seq = seq.await.optional()?.flatten();
    seq.map(|seq| integer(seq, "sequence number")).transpose()
}

/// Who says that a player is a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkedBy {
    /// An owner in person, or an invitation that was accepted.
    OwnerOrInvitation,
    /// Anybody else who may link players.
    Other,
}

/// Links a player to an account, by an entry. Another link of before that was confirmed is remembered as such.
pub(crate) async fn link(
    mut sql: Sql<'_>,
    (player, user): (PlayerId, UserId),
    by: LinkedBy,
    entry: &Entry,
) -> Result<()> {
    let seq = integer::<u64, i64>(entry.seq, "sequence number")?;
    let confirmed = (by == LinkedBy::OwnerOrInvitation).then_some(seq);
    let linked = (
        players::user_id.eq(user.0),
        players::linked_seq.eq(seq),
        confirmed.map(|seq| players::confirmed_link_seq.eq(seq)),
    );
    diesel::update(players::table.find((entry.club.0, player.0)))
        .set(linked)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Whether a player ever had a link that was confirmed, of their own or of somebody who was merged into them.
pub(crate) async fn had_confirmed_link(
    mut sql: Sql<'_>,
    club: ClubId,
    id: PlayerId,
) -> Result<bool> {
    let seq = players::table
        .find((club.0, id.0))
        .select(players::confirmed_link_seq)
        .first::<Option<i64>>(&mut sql);
    Ok(seq.await.optional()?.flatten().is_some())
}

/// Ends the link of an account to its player, if it has one. That it was confirmed is remembered.
pub(crate) async fn unlink(mut sql: Sql<'_>, club: ClubId, user: UserId) -> Result<()> {
    let linked = players::table
        .filter(players::club_id.eq(club.0))
        .filter(players::user_id.eq(user.0));
    diesel::update(linked)
        .set((
            players::user_id.eq(None::<Uuid>),
            players::linked_seq.eq(None::<i64>),
        ))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// The sequence number of the entry that linked a player.
pub(crate) async fn linked_seq(mut sql: Sql<'_>, club: ClubId, id: PlayerId) -> Result<u64> {
    let seq = players::table
        .find((club.0, id.0))
        .select(players::linked_seq)
        .first::<Option<i64>>(&mut sql);
    integer(seq.await?.unwrap_or_default(), "sequence number")
}
