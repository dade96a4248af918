//! Accounts.

use crate::{UserId, clock_and_ids};
use time::OffsetDateTime;

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

/// Somebody with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Who.
    pub id: UserId,
    /// The e-mail address as it was given.
    pub email: String,
    /// What others see.
    pub display_name: String,
    /// Since when.
    pub created_at: OffsetDateTime,
}

/// What a sign-in is checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Who.
    pub user: UserId,
    /// The hash of the password.
    pub password_hash: String,
    /// Until when it is good, if somebody else made it up: an operator. Whoever signs in with it chooses another one.
    pub one_time_until: Option<OffsetDateTime>,
}

impl Credentials {
    /// Whether the password was good for a while only, and that is over.
    pub fn is_over(&self) -> bool {
        let now = clock_and_ids::now();
        self.one_time_until.is_some_and(|until| until <= now)
    }
}
