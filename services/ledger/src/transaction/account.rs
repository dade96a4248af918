//! Accounts that a transaction locks.

use super::Transaction;
use crate::tables::locked_account::LockedAccount;
use crate::tables::members;
use crate::{Result, UserId};

impl Transaction {
    /// Locks an account, as [`LockedAccount::lock`] does.
    pub(crate) async fn lock_account(&self, user: UserId) -> Result<Option<LockedAccount<'_>>> {
        LockedAccount::lock(self.sql()?, user).await
    }

    /// Locks an account, as [`LockedAccount::lock_alone`] does.
    pub(crate) async fn lock_account_alone(
        &self,
        user: UserId,
    ) -> Result<Option<LockedAccount<'_>>> {
        LockedAccount::lock_alone(self.sql()?, user).await
    }

    /// How many clubs an account owns. It founds no other club before the transaction ends.
    pub(crate) async fn clubs_owned(&self, account: &LockedAccount<'_>) -> Result<i64> {
        let user = account.user();
        let names = format!("SET LOCAL faan.member = '{user}'");
        let reads = async { members::owned(self.sql()?, user).await };
        self.send(&names, reads).await
    }
}
