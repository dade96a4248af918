//! Clubs: who they are, and the heads of their ledgers.

use super::{Sql, idempotency_keys, write_statements::WriteStatement};
use crate::club_heads::ClubHead;
use crate::error::integer;
use crate::model::SealedEntry;
use crate::schema::{clubs, members, sessions, webhooks};
use crate::{Club, ClubId, Error, IdempotencyKey, Membership, Result, Role, SessionId, UserId};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Frontier, Salt, Timestamp};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

diesel::allow_tables_to_appear_in_same_query!(clubs, sessions);

#[derive(Queryable, Selectable)]
#[diesel(table_name = clubs)]
struct Row {
    club_id: Uuid,
    name: String,
    time_zone: String,
    founded_at: OffsetDateTime,
}

/// The head of a club's ledger.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = clubs)]
struct Head {
    last_seq: i64,
    tree: Vec<u8>,
    last_time: OffsetDateTime,
}

impl Head {
    fn at(last: &SealedEntry) -> Result<Self> {
        Ok(Self {
            last_seq: integer(last.entry.seq, "sequence number")?,
            tree: last.tree.to_bytes(),
            last_time: last.entry.time.moment(),
        })
    }

    fn read(self) -> Result<ClubHead> {
        let size = integer(self.last_seq, "sequence number")?;
        let tree = Frontier::from_bytes(size, &self.tree);
        Ok(ClubHead {
            tree: tree.map_err(|_| Error::impossible("tree"))?,
            last_time: timestamp(self.last_time)?,
        })
    }
}

impl TryFrom<Row> for Club {
    type Error = Error;

    fn try_from(
        Row {
            club_id,
            name,
            time_zone,
            founded_at,
        }: Row,
    ) -> Result<Self> {
        Ok(Self {
            id: ClubId(club_id),
            name,
            time_zone,
            founded_at: timestamp(founded_at)?,
        })
    }
}

/// The head of a club's ledger, as it is stored.
pub(super) fn read_head(
    last_seq: i64,
    tree: Vec<u8>,
    last_time: OffsetDateTime,
) -> Result<ClubHead> {
    let head = Head {
        last_seq,
        tree,
        last_time,
    };
    head.read()
}

/// A stored time of an entry.
pub(super) fn timestamp(stored: OffsetDateTime) -> Result<Timestamp> {
    Timestamp::new(stored).map_err(|_| Error::impossible("time"))
}

/// Stores a club whose ledger begins with this entry, unless it is there already.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    new: (&Club, Option<&Salt>),
    first: &SealedEntry,
) -> Result<bool> {
    let (club, salt) = new;
    let rows = diesel::insert_into(clubs::table)
        .values((
            clubs::club_id.eq(club.id.0),
            clubs::name.eq(&club.name),
            clubs::name_salt.eq(salt.map(Salt::as_slice)),
            clubs::time_zone.eq(&club.time_zone),
            clubs::founded_at.eq(club.founded_at.moment()),
            Head::at(first)?,
        ))
        .on_conflict_do_nothing()
        .execute(&mut sql);
    Ok(rows.await? == 1)
}

pub(crate) async fn find(mut sql: Sql<'_>, club: ClubId) -> Result<Option<Club>> {
    let row = clubs::table
        .find(club.0)
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(Club::try_from).transpose()
}

/// The head of a club's ledger; none if there is no such club.
pub(crate) async fn head(mut sql: Sql<'_>, club: ClubId) -> Result<Option<ClubHead>> {
    let head = clubs::table
        .find(club.0)
        .select(Head::as_select())
        .first(&mut sql);
    head.await.optional()?.map(Head::read).transpose()
}

/// The time zone of a club; none if there is no such club.
pub(crate) async fn time_zone(mut sql: Sql<'_>, club: ClubId) -> Result<Option<String>> {
    let zone = clubs::table.find(club.0).select(clubs::time_zone);
    Ok(zone.first(&mut sql).await.optional()?)
}

/// The day that it is in a club's time zone; none if there is no such club.
pub(crate) async fn today(mut sql: Sql<'_>, club: ClubId) -> Result<Option<Date>> {
    let day = diesel::dsl::sql::<diesel::sql_types::Date>("(now() AT TIME ZONE time_zone)::date");
    let day = clubs::table.find(club.0).select(day).first(&mut sql);
    Ok(day.await.optional()?)
}

/// Locks the row of a club until the end of the transaction.
pub(crate) async fn lock(mut sql: Sql<'_>, club: ClubId) -> Result<()> {
    let row = clubs::table
        .find(club.0)
        .for_no_key_update()
        .select(clubs::club_id);
    row.first::<Uuid>(&mut sql).await.optional()?;
    Ok(())
}

/// The webhooks of a club that are to be notified of its entries.
#[diesel::dsl::auto_type]
fn active_webhooks(club: ClubId) -> _ {
    let club: Uuid = club.0;
    webhooks::table
        .filter(webhooks::club_id.eq(club))
        .filter(webhooks::state.eq("active"))
}

/// Whether a webhook of a club is to be notified of its entries.
pub(crate) async fn has_webhook(mut sql: Sql<'_>, club: ClubId) -> Result<bool> {
    let active = diesel::select(exists(active_webhooks(club)));
    Ok(active.get_result(&mut sql).await?)
}

/// What a write has to know of its club.
pub(crate) struct ClubOfWrite {
    /// The head of its ledger.
    pub(crate) head: ClubHead,
    /// The role of the actor, if they are a member.
    pub(crate) role: Option<Role>,
    /// Whether the idempotency key was used before.
    pub(crate) is_key_used: bool,
    /// Whether a webhook of the club is to be notified of its entries.
    pub(crate) has_webhook: bool,
    /// Whether the session goes on in which the actor asks, if it was to be looked up.
    pub(crate) session_goes_on: bool,
}

/// What a write has to know of its club; none if there is no such club.
pub(crate) async fn of_write(
    mut sql: Sql<'_>,
    club: ClubId,
    (key, session): (&IdempotencyKey, Option<SessionId>),
) -> Result<Option<ClubOfWrite>> {
    let member = members::club_id
        .eq(clubs::club_id)
        .and(members::user_id.eq(key.actor.0));
    let open_session = sessions::table
        .filter(
            sessions::session_id
                .nullable()
                .eq(session.map(|session| session.0)),
        )
        .filter(sessions::user_id.eq(key.actor.0))
        .filter(sessions::ended_at.is_null());
    let row = clubs::table
        .left_join(members::table.on(member))
        .filter(clubs::club_id.eq(club.0))
        .select((
            Head::as_select(),
            members::role.nullable(),
            exists(idempotency_keys::those(club, Some(key))),
            exists(active_webhooks(club)),
            exists(open_session),
        ))
        .first::<(Head, Option<String>, bool, bool, bool)>(&mut sql);
    let Some((head, role, is_key_used, has_webhook, is_session_open)) = row.await.optional()?
    else {
        return Ok(None);
    };
    let role = role.map(|role| super::parse_enum(&role, "role"));
    Ok(Some(ClubOfWrite {
        head: head.read()?,
        role: role.transpose()?,
        is_key_used,
        has_webhook,
        session_goes_on: session.is_none() || is_session_open,
    }))
}

/// How many entries a club says that it has, whatever its tree says; of what is no number of entries, none.
pub(crate) async fn last_seq(mut sql: Sql<'_>, club: ClubId) -> Result<u64> {
    let row = clubs::table
        .find(club.0)
        .select(clubs::last_seq)
        .first::<i64>(&mut sql);
    let last = row.await.optional()?;
    Ok(last.and_then(|last| last.try_into().ok()).unwrap_or(0))
}

/// Makes this entry the head of its club's ledger.
pub(crate) fn head_update(last: &SealedEntry) -> Result<WriteStatement<'static>> {
    let club = last.entry.club.0;
    Ok(Box::new(
        diesel::update(clubs::table.find(club)).set(Head::at(last)?),
    ))
}

/// The salt of a club's name; none if there is no such club, or no entry is shown to commit to its name.
pub(crate) async fn name_salt(mut sql: Sql<'_>, club: ClubId) -> Result<Option<Salt>> {
    let salt = clubs::table
        .find(club.0)
        .select(clubs::name_salt)
        .first::<Option<Vec<u8>>>(&mut sql);
    let salt = salt.await.optional()?.flatten();
    salt.map(|salt| super::bytes(salt, "salt")).transpose()
}

/// Gives a club the name and time zone that an entry commits to and states.
pub(crate) async fn change(mut sql: Sql<'_>, club: &Club, salt: Option<&Salt>) -> Result<()> {
    diesel::update(clubs::table.find(club.id.0))
        .set((
            clubs::name.eq(&club.name),
            clubs::name_salt.eq(salt.map(Salt::as_slice)),
            clubs::time_zone.eq(&club.time_zone),
        ))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// The clubs of a user, by name.
pub(crate) async fn of_user(mut sql: Sql<'_>, user: UserId) -> Result<Vec<Membership>> {
    let rows = members::table
        .inner_join(clubs::table.on(clubs::club_id.eq(members::club_id)))
        .filter(members::user_id.eq(user.0))
        .order((clubs::name, clubs::club_id))
        .select((Row::as_select(), members::role))
        .load::<(Row, String)>(&mut sql);
    let read = |(club, role): (Row, String)| {
        Ok(Membership {
            club: club.try_into()?,
            role: super::parse_enum(&role, "role")?,
        })
    };
    rows.await?.into_iter().map(read).collect()
}
