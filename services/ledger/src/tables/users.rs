//! Accounts.

use super::Sql;
use super::locked_account::LockedAccount;
use crate::schema::users;
use crate::{Credentials, Error, Result, SignUp, User, UserId};
use diesel::prelude::*;
use diesel::result::DatabaseErrorKind;
use diesel_async::RunQueryDsl;
use std::collections::BTreeSet;
use time::OffsetDateTime;
use uuid::Uuid;

/// An account that is somebody's.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct Row {
    user_id: Uuid,
    #[diesel(select_expression = users::email.assume_not_null())]
    email: String,
    #[diesel(select_expression = users::display_name.assume_not_null())]
    display_name: String,
    created_at: OffsetDateTime,
}

impl From<Row> for User {
    fn from(
        Row {
            user_id,
            email,
            display_name,
            created_at,
        }: Row,
    ) -> Self {
        Self {
            id: UserId(user_id),
            email,
            display_name,
            created_at,
        }
    }
}

/// What a sign-in is checked against.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct Stored {
    user_id: Uuid,
    #[diesel(select_expression = users::password_hash.assume_not_null())]
    password_hash: String,
    one_time_until: Option<OffsetDateTime>,
}

impl From<Stored> for Credentials {
    fn from(stored: Stored) -> Self {
        Self {
            user: UserId(stored.user_id),
            password_hash: stored.password_hash,
            one_time_until: stored.one_time_until,
        }
    }
}

/// Stores an account, unless its address is taken.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    user: UserId,
    new: &SignUp,
    now: OffsetDateTime,
) -> Result<Option<User>> {
    let row = diesel::insert_into(users::table)
        .values((
            users::user_id.eq(user.0),
            users::email.eq(&new.email),
            users::email_folded.eq(folded(&new.email)),
            users::password_hash.eq(&new.password_hash),
            users::display_name.eq(&new.display_name),
            users::created_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .returning(Row::as_returning())
        .get_result(&mut sql);
    Ok(row.await.optional()?.map(User::from))
}

/// Makes accounts of those who have none yet, and says of whom. They are nobody's: entries that were written elsewhere name
/// them.
pub(crate) async fn admit(
    mut sql: Sql<'_>,
    users: &BTreeSet<UserId>,
    now: OffsetDateTime,
) -> Result<BTreeSet<UserId>> {
    let row = |user: &UserId| (users::user_id.eq(user.0), users::created_at.eq(now));
    let rows: Vec<_> = users.iter().map(row).collect();
    let made = diesel::insert_into(users::table)
        .values(rows)
        .on_conflict_do_nothing()
        .returning(users::user_id)
        .get_results::<Uuid>(&mut sql);
    Ok(made.await?.into_iter().map(UserId).collect())
}

/// Makes an account that is nobody's somebody's, with a one-time password that is good until then; false if it is somebody's, or
/// was erased.
pub(crate) async fn claim(
    mut sql: Sql<'_>,
    user: UserId,
    new: &SignUp,
    one_time_until: OffsetDateTime,
) -> Result<bool> {
    let nobodys = users::table
        .find(user.0)
        .filter(users::email.is_null())
        .filter(users::erased_at.is_null());
    let claimed = diesel::update(nobodys)
        .set((
            users::email.eq(&new.email),
            users::email_folded.eq(folded(&new.email)),
            users::password_hash.eq(&new.password_hash),
            users::one_time_until.eq(one_time_until),
            users::display_name.eq(&new.display_name),
        ))
        .execute(&mut sql)
        .await;
    match claimed {
        Err(diesel::result::Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => {
            Err(Error::EmailTaken)
        }
        claimed => Ok(claimed? == 1),
    }
}

/// The account, if somebody signs in with it.
pub(crate) async fn find(mut sql: Sql<'_>, user: UserId) -> Result<Option<User>> {
    let row = users::table
        .find(user.0)
        .filter(users::email.is_not_null())
        .select(Row::as_select())
        .first(&mut sql);
    Ok(row.await.optional()?.map(User::from))
}

/// What a sign-in with this address is checked against.
pub(crate) async fn credentials(mut sql: Sql<'_>, address: &str) -> Result<Option<Credentials>> {
    let found = users::table
        .filter(users::email_folded.eq(folded(address)))
        .select(Stored::as_select())
        .first(&mut sql);
    Ok(found.await.optional()?.map(Credentials::from))
}

/// The same of an account.
pub(crate) async fn credentials_of(mut sql: Sql<'_>, user: UserId) -> Result<Option<Credentials>> {
    let found = users::table
        .find(user.0)
        .filter(users::password_hash.is_not_null())
        .select(Stored::as_select())
        .first(&mut sql);
    Ok(found.await.optional()?.map(Credentials::from))
}

/// Whether a password that was checked is still the account's.
pub(crate) async fn is_current(account: &LockedAccount<'_>, checked: &Credentials) -> Result<bool> {
    let stored = credentials_of(account.sql(), account.user()).await?;
    Ok(stored.as_ref() == Some(checked))
}

/// Gives an account another password; one that somebody else made up is good until then.
pub(crate) async fn set_password(
    account: &LockedAccount<'_>,
    hash: &str,
    one_time_until: Option<OffsetDateTime>,
) -> Result<()> {
    diesel::update(users::table.find(account.user().0))
        .set((
            users::password_hash.eq(hash),
            users::one_time_until.eq(one_time_until),
        ))
        .execute(&mut account.sql())
        .await?;
    Ok(())
}

/// What others see of whoever has an account, if it is somebody's; none if there is no such account, or it was erased.
pub(crate) async fn display_name(mut sql: Sql<'_>, user: UserId) -> Result<Option<Option<String>>> {
    let found = users::table
        .find(user.0)
        .filter(users::erased_at.is_null())
        .select(users::display_name)
        .first(&mut sql);
    Ok(found.await.optional()?)
}

/// Takes everything away that tells whose account it was.
pub(crate) async fn erase(account: &LockedAccount<'_>, now: OffsetDateTime) -> Result<()> {
    diesel::update(users::table.find(account.user().0))
        .set((
            users::email.eq(None::<String>),
            users::email_folded.eq(None::<String>),
            users::password_hash.eq(None::<String>),
            users::one_time_until.eq(None::<OffsetDateTime>),
            users::display_name.eq(None::<String>),
            users::erased_at.eq(now),
        ))
        .execute(&mut account.sql())
        .await?;
    Ok(())
}

/// The form in which addresses are compared. What SQL's `lower()` makes of a letter depends on the database's collation.
pub(crate) fn folded(address: &str) -> String {
    address.to_lowercase()
}
