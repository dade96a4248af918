//! Accounts.

use crate::tables::users;
use crate::{Error, Ledger, Result, UserId, chance};
use time::OffsetDateTime;

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
        let now = chance::now();
        self.one_time_until.is_some_and(|until| until <= now)
    }
}

impl Ledger {
    /// What a sign-in with this address is checked against.
    pub async fn credentials(&self, email: &str) -> Result<Option<Credentials>> {
        let email = email.to_owned();
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin().await?;
            users::credentials(tx.sql()?, &email).await
        })
        .await
    }

    /// What a request is checked against that states the password once more.
    pub async fn credentials_of(&self, user: UserId) -> Result<Credentials> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin().await?;
            let found = users::credentials_of(tx.sql()?, user).await?;
            found.ok_or(Error::NotFound("user"))
        })
        .await
    }

    /// An account.
    pub async fn user(&self, user: UserId) -> Result<User> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin().await?;
            users::find(tx.sql()?, user)
                .await?
                .ok_or(Error::NotFound("user"))
        })
        .await
    }
}
