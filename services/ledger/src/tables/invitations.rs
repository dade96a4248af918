//! Invitations, known by the hashes of their tokens.

use super::clubs::timestamp;
use super::prepared_once::PrepareOnce as _;
use super::{Sql, entries::Leaf, parse_enum};
use crate::error::integer;
use crate::page::one_more;
use crate::schema::{invitations, members};
use crate::{
    ClubId, Error, HashedEntry, Invitation, InvitationId, Page, PlayerId, Result, Role, UserId,
};
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use evidence::{Entry, InvitationMade};
use time::OffsetDateTime;
use uuid::Uuid;

/// An invitation as it is stored. Whether it is open depends on the time, too.
#[derive(Queryable, Selectable)]
#[diesel(table_name = invitations)]
pub(crate) struct Row {
    invitation_id: Uuid,
    role: String,
    player_id: Option<Uuid>,
    single_use: bool,
    made_by: Uuid,
    made_seq: i64,
    made_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    uses: i32,
    revoked_seq: Option<i64>,
}

/// A row, and its maker's role of today.
type WithMaker = (Row, Option<String>);

/// Stores an invitation; without the hash of its token nobody can accept it.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    made: &InvitationMade,
    token_hash: Option<&[u8; 32]>,
    entry: &Entry,
) -> Result<()> {
    let row = (
        invitations::club_id.eq(entry.club.0),
        invitations::invitation_id.eq(made.invitation.0),
        invitations::token_hash.eq(token_hash.map(<[u8; 32]>::as_slice)),
        invitations::role.eq(made.role.as_str()),
        invitations::player_id.eq(made.player.map(|player| player.0)),
        invitations::single_use.eq(made.single_use),
        invitations::made_by.eq(entry.actor.0),
        invitations::made_seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
        invitations::made_at.eq(entry.time.moment()),
        invitations::expires_at.eq(made.expires_at.moment()),
        invitations::uses.eq(0),
    );
    diesel::insert_into(invitations::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// A page of the invitations of a club, the last made first, and one more to tell whether a page follows.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId, page: Page) -> Result<Vec<Invitation>> {
    let before = page.before.and_then(|before| i64::try_from(before).ok());
    let rows = with_makers()
        .filter(invitations::club_id.eq(club.0))
        .filter(invitations::made_seq.lt(before.unwrap_or(i64::MAX)))
        .order(invitations::made_seq.desc())
        .limit(one_more(page.limit))
        .select((Row::as_select(), members::role.nullable()))
        .load::<WithMaker>(&mut sql);
    rows.await?.into_iter().map(Invitation::try_from).collect()
}

pub(crate) async fn find(
    mut sql: Sql<'_>,
    club: ClubId,
    id: InvitationId,
) -> Result<Option<Invitation>> {
    let row = with_makers()
        .filter(invitations::club_id.eq(club.0))
        .filter(invitations::invitation_id.eq(id.0))
        .select((Row::as_select(), members::role.nullable()))
        .first::<WithMaker>(&mut sql);
    row.await.optional()?.map(Invitation::try_from).transpose()
}

/// Whose invitation a token is for.
pub(crate) async fn of_token(
    mut sql: Sql<'_>,
    token_hash: &[u8; 32],
) -> Result<Option<(ClubId, InvitationId)>> {
    let found = invitations::table
        .filter(invitations::token_hash.eq(token_hash.as_slice()))
        .select((invitations::club_id, invitations::invitation_id))
        .first(&mut sql);
    let found = found.await.optional()?;
    Ok(found.map(|(club, id)| (ClubId(club), InvitationId(id))))
}

/// What the entries tell of an invitation, from the one that is said to have made it on.
pub(crate) async fn told(
    mut sql: Sql<'_>,
    club: ClubId,
    id: InvitationId,
) -> Result<Vec<HashedEntry>> {
    let rows = sql_query(TOLD)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::Uuid, _>(id.0)
        .bind::<sql_types::Text, _>(format!("%{id}%"))
        .prepared_once()
        .load::<Leaf>(&mut sql);
    rows.await?.into_iter().map(Leaf::parse).collect()
}

/// An invitation is open for some days at most, so that few entries come after the one that made it.
const TOLD: &str = "
    SELECT seq, leaf, leaf_hash FROM entries
    WHERE club_id = $1 AND seq >= (SELECT made_seq FROM invitations WHERE club_id = $1 AND invitation_id = $2)
        AND kind IN ('invitation_made', 'invitation_revoked', 'invitation_accepted')
        AND convert_from(leaf, 'UTF8') LIKE $3
    ORDER BY seq";

/// Somebody accepts it.
pub(crate) async fn accept(mut sql: Sql<'_>, club: ClubId, id: InvitationId) -> Result<()> {
    diesel::update(invitations::table.find((club.0, id.0)))
        .set(invitations::uses.eq(invitations::uses + 1))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Nobody accepts it any more, by an entry.
pub(crate) async fn revoke(mut sql: Sql<'_>, id: InvitationId, entry: &Entry) -> Result<()> {
    let seq: i64 = integer(entry.seq, "sequence number")?;
    diesel::update(invitations::table.find((entry.club.0, id.0)))
        .set(invitations::revoked_seq.eq(seq))
        .execute(&mut sql)
        .await?;
    Ok(())
}

#[diesel::dsl::auto_type]
fn with_makers() -> _ {
    let maker = members::club_id
        .eq(invitations::club_id)
        .and(members::user_id.eq(invitations::made_by));
    invitations::table.left_join(members::table.on(maker))
}

impl TryFrom<WithMaker> for Invitation {
    type Error = Error;

    fn try_from((row, maker): WithMaker) -> Result<Self> {
        Ok(Self {
            id: InvitationId(row.invitation_id),
            role: parse_enum(&row.role, "role")?,
            player: row.player_id.map(PlayerId),
            single_use: row.single_use,
            made_by: UserId(row.made_by),
            made_seq: integer(row.made_seq, "sequence number")?,
            made_at: timestamp(row.made_at)?,
            expires_at: timestamp(row.expires_at)?,
            uses: integer(row.uses, "number of uses")?,
            revoked_seq: row
                .revoked_seq
                .map(|seq| integer(seq, "sequence number"))
                .transpose()?,
            maker_owns: maker.as_deref() == Some(Role::Owner.as_str()),
        })
    }
}
