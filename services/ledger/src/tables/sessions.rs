//! Sessions and their refresh tokens.

use super::locked_account::LockedAccount;
use super::prepared_once::PrepareOnce as _;
use super::{Sql, idempotency_keys, matches, parse_enum};
use crate::error::integer;
use crate::schema::{
    idempotency_keys as keys, matches as match_rows, members, refresh_tokens, sessions,
};
use crate::{ClubId, Error, Result, Role, SessionId, SignedIn, SnapshotRequest, UserId};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;
use time::OffsetDateTime;
use uuid::Uuid;

diesel::joinable!(refresh_tokens -> sessions (session_id));
diesel::allow_tables_to_appear_in_same_query!(refresh_tokens, sessions);
diesel::allow_tables_to_appear_in_same_query!(sessions, members);
diesel::allow_tables_to_appear_in_same_query!(sessions, match_rows);
diesel::allow_tables_to_appear_in_same_query!(sessions, keys);

/// A refresh token and the session it belongs to.
#[derive(Queryable)]
pub(crate) struct Token {
    pub(crate) session: Uuid,
    user: Uuid,
    ended_at: Option<OffsetDateTime>,
    expires_at: OffsetDateTime,
    used_at: Option<OffsetDateTime>,
}

impl Token {
    pub(crate) fn signed_in(&self) -> SignedIn {
        SignedIn {
            user: UserId(self.user),
            session: SessionId(self.session),
        }
    }

    pub(crate) fn is_used(&self) -> bool {
        self.used_at.is_some()
    }

    pub(crate) fn session_ended(&self) -> bool {
        self.ended_at.is_some()
    }

    /// Whether it is too late for the token, or its session has ended.
    pub(crate) fn is_over(&self, now: OffsetDateTime) -> bool {
        self.ended_at.is_some() || self.expires_at <= now
    }
}

pub(crate) async fn start(
    account: &LockedAccount<'_>,
    session: Uuid,
    now: OffsetDateTime,
) -> Result<()> {
    let row = (
        sessions::session_id.eq(session),
        sessions::user_id.eq(account.user().0),
        sessions::started_at.eq(now),
    );
    diesel::insert_into(sessions::table)
        .values(row)
        .execute(&mut account.sql())
        .await?;
    Ok(())
}

pub(crate) async fn end(
    account: &LockedAccount<'_>,
    session: Uuid,
    now: OffsetDateTime,
) -> Result<()> {
    let open = sessions::table
        .find(session)
        .filter(sessions::ended_at.is_null());
    diesel::update(open)
        .set(sessions::ended_at.eq(now))
        .execute(&mut account.sql())
        .await?;
    Ok(())
}

/// Whether somebody's session has not ended.
pub(crate) async fn goes_on(mut sql: Sql<'_>, who: SignedIn) -> Result<bool> {
    let open = sessions::table
        .find(who.session.0)
        .filter(sessions::user_id.eq(who.user.0))
        .filter(sessions::ended_at.is_null())
        .select(sessions::session_id)
        .first::<Uuid>(&mut sql);
    Ok(open.await.optional()?.is_some())
}

/// What [`role`] answers, a match of the club, and whether an idempotency key was used before.
pub(crate) async fn role_and_match(
    mut sql: Sql<'_>,
    who: SignedIn,
    at: &SnapshotRequest,
) -> Result<(Option<Role>, Option<matches::Row>, bool)> {
    let member = members::club_id
        .eq(at.club.0)
        .and(members::user_id.eq(sessions::user_id));
    let played = match_rows::club_id
        .eq(at.club.0)
        .and(match_rows::match_id.eq(at.match_id.0));
    let row = sessions::table
        .left_join(members::table.on(member))
        .left_join(match_rows::table.on(played))
        .filter(sessions::session_id.eq(who.session.0))
        .filter(sessions::user_id.eq(who.user.0))
        .filter(sessions::ended_at.is_null())
        .select((
            members::role.nullable(),
            Option::<matches::Row>::as_select(),
            exists(idempotency_keys::those(at.club, at.key.as_ref())),
        ))
        .first::<(Option<String>, Option<matches::Row>, bool)>(&mut sql);
    let (role, row, is_key_used) = row.await.optional()?.ok_or(Error::SessionEnded)?;
    let role = role.map(|role| parse_enum(&role, "role"));
    Ok((role.transpose()?, row, is_key_used))
}

/// The role of somebody in a club, if their session has not ended ([`Error::SessionEnded`]).
pub(crate) async fn role(mut sql: Sql<'_>, who: SignedIn, club: ClubId) -> Result<Option<Role>> {
    let member = members::club_id
        .eq(club.0)
        .and(members::user_id.eq(sessions::user_id));
    let row = sessions::table
        .left_join(members::table.on(member))
        .filter(sessions::session_id.eq(who.session.0))
        .filter(sessions::user_id.eq(who.user.0))
        .filter(sessions::ended_at.is_null())
        .select(members::role.nullable())
        .first::<Option<String>>(&mut sql);
    let role = row.await.optional()?.ok_or(Error::SessionEnded)?;
    role.map(|role| parse_enum(&role, "role")).transpose()
}

/// Ends all sessions of an account.
pub(crate) async fn end_all(account: &LockedAccount<'_>, now: OffsetDateTime) -> Result<()> {
    let open = sessions::table
        .filter(sessions::user_id.eq(account.user().0))
        .filter(sessions::ended_at.is_null());
    diesel::update(open)
        .set(sessions::ended_at.eq(now))
        .execute(&mut account.sql())
        .await?;
    Ok(())
}

pub(crate) async fn add_token(
    account: &LockedAccount<'_>,
    hash: &[u8; 32],
    session: Uuid,
    expires_at: OffsetDateTime,
) -> Result<()> {
    let row = (
        refresh_tokens::token_hash.eq(hash.as_slice()),
        refresh_tokens::session_id.eq(session),
        refresh_tokens::expires_at.eq(expires_at),
    );
    diesel::insert_into(refresh_tokens::table)
        .values(row)
        .execute(&mut account.sql())
        .await?;
    Ok(())
}

/// Whose a token is.
pub(crate) async fn user_of_token(mut sql: Sql<'_>, hash: &[u8; 32]) -> Result<Option<UserId>> {
    let user = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::token_hash.eq(hash.as_slice()))
        .select(sessions::user_id)
        .first::<Uuid>(&mut sql);
    Ok(user.await.optional()?.map(UserId))
}

/// A token of an account. It stays what it is as long as the account is locked, so that of two uses at once one comes second.
pub(crate) async fn token(account: &LockedAccount<'_>, hash: &[u8; 32]) -> Result<Option<Token>> {
    let token = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::token_hash.eq(hash.as_slice()))
        .filter(sessions::user_id.eq(account.user().0))
        .select((
            sessions::session_id,
            sessions::user_id,
            sessions::ended_at,
            refresh_tokens::expires_at,
            refresh_tokens::used_at,
        ))
        .first(&mut account.sql())
        .await;
    Ok(token.optional()?)
}

/// Whoever finds one locked leaves it to whoever is at it.
const FORGET: &str = "
    DELETE FROM refresh_tokens WHERE token_hash IN (
        SELECT token_hash FROM refresh_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )";

/// Forgets tokens that ran out before some moment, so many at most. Answers how many.
pub(crate) async fn forget_tokens(
    mut sql: Sql<'_>,
    until: OffsetDateTime,
    most: u32,
) -> Result<u32> {
    let forgotten = sql_query(FORGET)
        .bind::<Timestamptz, _>(until)
        .bind::<BigInt, _>(i64::from(most))
        .prepared_once()
        .execute(&mut sql)
        .await?;
    integer(forgotten, "number of tokens")
}

pub(crate) async fn use_token(
    account: &LockedAccount<'_>,
    hash: &[u8; 32],
    now: OffsetDateTime,
) -> Result<()> {
    let token = refresh_tokens::table.find(hash.as_slice());
    diesel::update(token)
        .set(refresh_tokens::used_at.eq(now))
        .execute(&mut account.sql())
        .await?;
    Ok(())
}
