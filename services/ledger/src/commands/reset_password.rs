//! An operator gives an account a password, since whoever it belongs to has lost theirs, or somebody else has it.

use crate::commands::change_password::set;
use crate::tables::{account_events, users};
use crate::{AccountAccess, Error, Ledger, Result, UserId, clock_and_ids};
use time::Duration;

/// How long a password is good that somebody else made up: as long as it may take to hand it over.
pub(super) const ONE_TIME: Duration = Duration::days(7);

impl Ledger {
    /// Gives the account with this address a one-time password, by its hash, ends all of its sessions and unlinks its identities.
    pub async fn reset_password(&self, email: &str, password_hash: String) -> Result<UserId> {
        let email = email.to_owned();
        self.run(|ledger| reset(ledger, email, password_hash)).await
    }
}

async fn reset(ledger: Ledger, email: String, password_hash: String) -> Result<UserId> {
    let now = clock_and_ids::now();
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let known = users::credentials(tx.sql()?, &email).await?;
    let user = known.ok_or(Error::NoSuchUser)?.user;
    let account = tx.lock_account_alone(user).await?;
    let account = account.ok_or(Error::NoSuchUser)?;
    set(&account, &password_hash, Some(now + ONE_TIME)).await?;
    account_events::note(&account, AccountAccess::PasswordReset, None).await?;
    tx.commit().await?;
    Ok(user)
}
