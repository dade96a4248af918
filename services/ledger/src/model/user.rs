//! Accounts.

use crate::{UserId, clock_and_ids};
use serde::Serialize;
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

/// An account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct User {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
    pub id: UserId,
    /// The e-mail address as it was given.
    pub email: String,
    /// What others see.
    pub display_name: String,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
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
