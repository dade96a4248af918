//! Sessions and the refresh tokens that rotate in them; only hashes of tokens are stored.

use crate::tables::{account_events, sessions, users};
use crate::transaction::Transaction;
use crate::{
    AccountAccess, Credentials, Error, Ledger, Result, SessionId, SignedIn, UserId, chance,
};
use futures_util::future::try_join;
use time::OffsetDateTime;

/// The first refresh token of a session.
#[derive(Debug, Clone, Copy)]
pub struct NewSession {
    /// Its hash.
    pub token_hash: [u8; 32],
    /// Until when it is good.
    pub expires_at: OffsetDateTime,
}

impl Ledger {
    /// Starts a session, if the password that was checked is still the account's own; otherwise `None`: a new password ends
    /// every session, also one that begins at the same moment.
    pub async fn open_session(
        &self,
        checked: Credentials,
        session: NewSession,
    ) -> Result<Option<SignedIn>> {
        self.run(|ledger| open(ledger, checked, session)).await
    }

    /// Exchanges a refresh token for the next one. A token that was exchanged before ends its whole session
    /// ([`Error::SessionReused`](crate::Error::SessionReused)), since two hold it and one of them stole it.
    pub async fn rotate_session(
        &self,
        old_hash: [u8; 32],
        new_hash: [u8; 32],
        expires_at: OffsetDateTime,
    ) -> Result<SignedIn> {
        self.run(|ledger| rotate(ledger, old_hash, new_hash, expires_at))
            .await
    }

    /// Ends the session of a refresh token; an unknown token ends nothing.
    pub async fn end_session(&self, token_hash: [u8; 32]) -> Result<()> {
        self.run(|ledger| end(ledger, token_hash)).await
    }
}

async fn open(
    ledger: Ledger,
    checked: Credentials,
    session: NewSession,
) -> Result<Option<SignedIn>> {
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    if !users::hold(tx.sql()?, checked.user).await?
        || !users::is_current(tx.sql()?, &checked).await?
    {
        return Ok(None);
    }
    let signed_in = start(&tx, checked.user, &session).await?;
    note(&tx, signed_in, AccountAccess::SignedIn).await?;
    tx.commit().await?;
    Ok(Some(signed_in))
}

/// Starts a session within a transaction.
pub(super) async fn start(tx: &Transaction, user: UserId, new: &NewSession) -> Result<SignedIn> {
    let session = chance::random_id();
    sessions::start(tx.sql()?, session, user, chance::now()).await?;
    sessions::add_token(tx.sql()?, &new.token_hash, session, new.expires_at).await?;
    let session = SessionId(session);
    Ok(SignedIn { user, session })
}

async fn rotate(
    ledger: Ledger,
    old_hash: [u8; 32],
    new_hash: [u8; 32],
    expires_at: OffsetDateTime,
) -> Result<SignedIn> {
    let now = chance::now();
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let token = sessions::lock_token(tx.sql()?, &old_hash)
        .await?
        .ok_or(Error::SessionEnded)?;
    if token.is_used() {
        sessions::end(tx.sql()?, token.session, now).await?;
        note(&tx, token.signed_in(), AccountAccess::TokenReused).await?;
        tx.commit().await?;
        return Err(Error::SessionReused);
    }
    if token.is_over(now) {
        return Err(Error::SessionEnded);
    }
    try_join(
        sessions::use_token(tx.sql()?, &old_hash, now),
        sessions::add_token(tx.sql()?, &new_hash, token.session, expires_at),
    )
    .await?;
    tx.commit().await?;
    Ok(token.signed_in())
}

async fn end(ledger: Ledger, token_hash: [u8; 32]) -> Result<()> {
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let Some(token) = sessions::lock_token(tx.sql()?, &token_hash).await? else {
        return Ok(());
    };
    let now = chance::now();
    if !token.is_over(now) {
        note(&tx, token.signed_in(), AccountAccess::SignedOut).await?;
    }
    sessions::end(tx.sql()?, token.session, now).await?;
    tx.commit().await
}

/// Notes what concerns a session, for whoever it belongs to.
pub(super) async fn note(tx: &Transaction, who: SignedIn, what: AccountAccess) -> Result<()> {
    account_events::insert(tx.sql()?, who.user, what, Some(who.session)).await
}
