//! Who came in to an account, for whoever it belongs to.

use super::locked_account::LockedAccount;
use super::prepared_once::PrepareOnce as _;
use super::{Sql, clubs::timestamp, parse_enum};
use crate::schema::account_events;
use crate::{AccessEventId, AccountAccess, AccountEvent, Result, SessionId, UserId, clock_and_ids};
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use time::OffsetDateTime;
use uuid::Uuid;

/// Notes what happens.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    user: UserId,
    kind: AccountAccess,
    session: Option<SessionId>,
) -> Result<()> {
    let row = (
        account_events::user_id.eq(user.0),
        account_events::access_event_id.eq(clock_and_ids::ordered_id()),
        account_events::time.eq(clock_and_ids::now()),
        account_events::kind.eq(kind.as_str()),
        account_events::session_id.eq(session.map(|session| session.0)),
    );
    diesel::insert_into(account_events::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

const INSERT_FAILED: &str = "
    INSERT INTO account_events (user_id, access_event_id, time, kind)
    SELECT $1, $2, $3, 'sign_in_failed' WHERE NOT EXISTS (
        SELECT FROM account_events
        WHERE user_id = $1 AND kind = 'sign_in_failed' AND time > $3 - interval '10 minutes'
    )";

/// Notes that somebody could not sign in, unless that was noted in the last ten minutes: whoever guesses passwords fills no table.
pub(crate) async fn insert_failed(mut sql: Sql<'_>, user: UserId) -> Result<()> {
    sql_query(INSERT_FAILED)
        .bind::<sql_types::Uuid, _>(user.0)
        .bind::<sql_types::Uuid, _>(clock_and_ids::ordered_id())
        .bind::<sql_types::Timestamptz, _>(clock_and_ids::now())
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Those of an account before one of them, the last first.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    user: UserId,
    before: Option<AccessEventId>,
    limit: i64,
) -> Result<Vec<(AccessEventId, AccountEvent)>> {
    let mut query = account_events::table
        .filter(account_events::user_id.eq(user.0))
        .order(account_events::access_event_id.desc())
        .limit(limit)
        .select((
            account_events::access_event_id,
            account_events::time,
            account_events::kind,
            account_events::session_id,
        ))
        .into_boxed();
    if let Some(before) = before {
        query = query.filter(account_events::access_event_id.lt(before.0));
    }
    let rows = query.load::<(Uuid, OffsetDateTime, String, Option<Uuid>)>(&mut sql);
    let read = |(id, time, kind, session): (Uuid, OffsetDateTime, String, Option<Uuid>)| {
        let event = AccountEvent {
            time: timestamp(time)?,
            kind: parse_enum(&kind, "kind of access")?,
            session: session.map(SessionId),
        };
        Ok((AccessEventId(id), event))
    };
    rows.await?.into_iter().map(read).collect()
}

/// Notes an event of an account that the transaction has locked.
pub(crate) async fn note(
    account: &LockedAccount<'_>,
    kind: AccountAccess,
    session: Option<SessionId>,
) -> Result<()> {
    insert(account.sql(), account.user(), kind, session).await
}
