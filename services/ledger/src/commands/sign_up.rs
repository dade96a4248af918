//! Somebody gets an account.

use crate::tables::users;
use crate::{Error, Ledger, Result, SignUp, User, UserId, clock_and_ids};

impl Ledger {
    /// Somebody gets an account, or [`Error::EmailTaken`](crate::Error::EmailTaken).
    pub async fn sign_up(&self, new: SignUp) -> Result<User> {
        self.run(|ledger| sign_up(ledger, new)).await
    }
}

async fn sign_up(ledger: Ledger, new: SignUp) -> Result<User> {
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let user = users::insert(
        tx.sql()?,
        UserId(clock_and_ids::random_id()),
        &new,
        clock_and_ids::now(),
    )
    .await?;
    tx.commit().await?;
    user.ok_or(Error::EmailTaken)
}
