//! Accounts.

use crate::tables::users;
use crate::{Credentials, Error, Ledger, Result, User, UserId};

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
            found.ok_or(Error::NoSuchUser)
        })
        .await
    }

    /// An account.
    pub async fn user(&self, user: UserId) -> Result<User> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin().await?;
            users::find(tx.sql()?, user).await?.ok_or(Error::NoSuchUser)
        })
        .await
    }
}
