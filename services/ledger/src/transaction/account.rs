//! An account that a transaction has locked.

use super::Transaction;
use crate::tables::{Sql, account_events, members, users};
use crate::{AccountAccess, Result, SessionId, UserId};

/// An account that is locked until the transaction ends. Whoever changes an account, or what is the account's (its sessions, refresh
/// tokens and identities), has one: so two commands for one account never wait for each other.
pub(crate) struct LockedAccount<'a> {
    transaction: &'a Transaction,
    user: UserId,
}

impl Transaction {
    /// Locks an account against other commands for it. What only refers to the account goes on meanwhile. None if there is no such
    /// account, or it was erased.
    pub(crate) async fn lock_account(&self, user: UserId) -> Result<Option<LockedAccount<'_>>> {
        let is_there = users::lock(self.sql()?, user).await?;
        Ok(is_there.then_some(self.locked(user)))
    }

    /// The same, and nothing comes to refer to the account before the transaction ends.
    pub(crate) async fn lock_account_alone(
        &self,
        user: UserId,
    ) -> Result<Option<LockedAccount<'_>>> {
        let is_there = users::lock_alone(self.sql()?, user).await?;
        Ok(is_there.then_some(self.locked(user)))
    }

    const fn locked(&self, user: UserId) -> LockedAccount<'_> {
        LockedAccount {
            transaction: self,
            user,
        }
    }
}

impl LockedAccount<'_> {
    /// Which.
    pub(crate) const fn user(&self) -> UserId {
        self.user
    }

    /// The connection of the transaction.
    pub(crate) fn sql(&self) -> Result<Sql<'_>> {
        self.transaction.sql()
    }

    /// How many clubs it owns. None becomes its own by founding before the transaction ends.
    pub(crate) async fn clubs_owned(&self) -> Result<i64> {
        let names = format!("SET LOCAL faan.member = '{}'", self.user);
        let looks = async { members::owned(self.sql()?, self.user).await };
        self.transaction.send(&names, looks).await
    }

    /// Notes what happens, for whoever the account belongs to.
    pub(crate) async fn note(&self, what: AccountAccess, session: Option<SessionId>) -> Result<()> {
        account_events::insert(self.sql()?, self.user, what, session).await
    }
}
