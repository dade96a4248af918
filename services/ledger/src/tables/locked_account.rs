//! An account that a transaction has locked.

use super::Sql;
use crate::schema::users;
use crate::{Result, UserId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

/// An account that is locked until the transaction ends. A command that changes an account, or what belongs to it (its sessions,
/// refresh tokens and identities), needs one: so two commands for one account never wait for each other.
pub(crate) struct LockedAccount<'a> {
    sql: Sql<'a>,
    user: UserId,
}

impl<'a> LockedAccount<'a> {
    /// Locks an account against other commands for it. Rows that only refer to the account can still be written. `None` if there is no such
    /// account, or if it was erased.
    pub(crate) async fn lock(mut sql: Sql<'a>, user: UserId) -> Result<Option<Self>> {
        let locked = users::table
            .find(user.0)
            .filter(users::erased_at.is_null())
            .select(users::user_id)
            .for_no_key_update()
            .first::<Uuid>(&mut sql);
        let locked = locked.await.optional()?;
        Ok(locked.map(|_| Self { sql, user }))
    }

    /// Locks an account, also against new rows that refer to it.
    pub(crate) async fn lock_alone(mut sql: Sql<'a>, user: UserId) -> Result<Option<Self>> {
        let locked = users::table
            .find(user.0)
            .filter(users::erased_at.is_null())
            .select(users::user_id)
            .for_update()
            .first::<Uuid>(&mut sql);
        let locked = locked.await.optional()?;
        Ok(locked.map(|_| Self { sql, user }))
    }

    /// The id of the account.
    pub(crate) const fn user(&self) -> UserId {
        self.user
    }

    /// The connection of the transaction.
    pub(crate) const fn sql(&self) -> Sql<'a> {
        self.sql
    }
}
