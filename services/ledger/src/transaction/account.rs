//! Accounts that a transaction locks.

use super::Transaction;
use super::stored_row::StoredRow;
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

    /// Notes that this transaction adds a refresh token, by which its commit is recognised if it is not answered.
    pub(crate) fn adds_token(&self, user: UserId, token_hash: [u8; 32]) {
        self.stores
            .get_or_init(|| StoredRow::RefreshToken { user, token_hash });
    }

    /// How many clubs an account owns. It founds no other club before the transaction ends.
    pub(crate) async fn clubs_owned(&self, account: &LockedAccount<'_>) -> Result<i64> {
        let user = account.user();
        let names = format!("SET LOCAL faan.member = '{user}'");
        let reads = async { members::owned(self.sql()?, user).await };
        self.send(&names, reads).await
    }
}
