//! Somebody gets an account.

use crate::{Ledger, Result, User};

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
        let _ = new;
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
