//! Accounts that a transaction locks.

use super::Transaction;
use super::stored_row::StoredRow;
use crate::model::MAX_MEMBERSHIPS;
use crate::tables::locked_account::LockedAccount;
use crate::tables::members;
use crate::{Error, Result, Role, UserId};

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

    /// The roles that an account has in its clubs, if it may come into another one: it does into no other before the transaction ends.
    pub(crate) async fn roles_before_another(
        &self,
        account: &LockedAccount<'_>,
    ) -> Result<Vec<Role>> {
        let user = account.user();
        let names = format!("SET LOCAL faan.member = '{user}'");
        let reads = async { members::roles(self.sql()?, user).await };
        let roles = self.send(&names, reads).await?;
        match u32::try_from(roles.len()).is_ok_and(|count| count < MAX_MEMBERSHIPS) {
            true => Ok(roles),
            false => Err(Error::TooManyMemberships {
                most: MAX_MEMBERSHIPS,
            }),
        }
    }
}
