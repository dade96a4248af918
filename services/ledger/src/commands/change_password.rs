//! Somebody gets another password.

use crate::commands::sessions::{note, start};
use crate::tables::locked_account::LockedAccount;
use crate::tables::{identities, sessions, users};
use crate::{AccountAccess, Credentials, Ledger, NewSession, Result, SignedIn, clock_and_ids};
use futures_util::future::try_join3;
use time::OffsetDateTime;

impl Ledger {
    /// Gives an account another password, if that which was checked is still its own; otherwise `None`. All of its sessions end,
    /// since somebody else may be in one of them, and its identities are unlinked, since somebody else may have linked them; a new
    /// session begins.
    pub async fn change_password(
        &self,
        checked: Credentials,
        password_hash: String,
        session: NewSession,
    ) -> Result<Option<SignedIn>> {
        self.run(|ledger| change_password(ledger, checked, password_hash, session))
            .await
    }
}

async fn change_password(
    ledger: Ledger,
    checked: Credentials,
    password_hash: String,
    session: NewSession,
) -> Result<Option<SignedIn>> {
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let Some(account) = tx.lock_account_alone(checked.user).await? else {
        return Ok(None);
    };
    if !users::is_current(&account, &checked).await? {
        return Ok(None);
    }
    set(&account, &password_hash, None).await?;
    let signed_in = start(&account, &session).await?;
    note(&account, signed_in, AccountAccess::PasswordChanged).await?;
    tx.commit().await?;
    Ok(Some(signed_in))
}

/// Gives an account another password, and ends every other way in: its sessions, and the identities that
/// whoever had the password may have linked.
pub(super) async fn set(
    account: &LockedAccount<'_>,
    password_hash: &str,
    one_time_until: Option<OffsetDateTime>,
) -> Result<()> {
    try_join3(
        users::set_password(account, password_hash, one_time_until),
        identities::unlink_all(account),
        sessions::end_all(account, clock_and_ids::now()),
    )
    .await?;
    Ok(())
}
