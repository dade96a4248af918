//! Somebody gets an account.

use crate::tables::users;
use crate::{Error, Ledger, Result, User, UserId, chance};

/// A new account.
#[derive(Debug, Clone)]
pub struct SignUp {
    /// The e-mail address; upper and lower case are one address.
    pub email: String,
    /// The hash of the password, as argon2 writes it.
    pub password_hash: String,
    /// What others see.
    pub display_name: String,
}

impl Ledger {
    /// Somebody gets an account, or [`Error::EmailTaken`](crate::Error::EmailTaken).
    pub async fn sign_up(&self, new: SignUp) -> Result<User> {
        self.run(|ledger| sign_up(ledger, new)).await
    }
}

async fn sign_up(ledger: Ledger, new: SignUp) -> Result<User> {
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let user = users::insert(tx.sql()?, UserId(chance::random_id()), &new, chance::now()).await?;
    tx.commit().await?;
    user.ok_or(Error::EmailTaken)
}
