//! Somebody gets another password.

use crate::tables::{sessions, users};
use crate::verbs::sessions::start;
use crate::{Credentials, Ledger, NewSession, Result, SignedIn, chance};
use futures_util::future::try_join;

impl Ledger {
    /// Gives an account another password, if that which was checked is still its own; otherwise `None`. All of its sessions end,
    /// since somebody else may be in one of them, and a new one begins.
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
    let user = checked.user;
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    users::lock(tx.sql()?, user).await?;
    let stored = users::password_hash(tx.sql()?, user).await?;
    if stored != Some(checked.password_hash) {
        return Ok(None);
    }
    try_join(
        users::set_password(tx.sql()?, user, &password_hash),
        sessions::end_all(tx.sql()?, user, chance::now()),
    )
    .await?;
    let signed_in = start(&tx, user, &session).await?;
    tx.commit().await?;
    Ok(Some(signed_in))
}
