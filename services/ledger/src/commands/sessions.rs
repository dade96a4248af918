//! Sessions and the refresh tokens that rotate in them; only hashes of tokens are stored.

use crate::tables::locked_account::LockedAccount;
use crate::tables::sessions::{self, Token};
use crate::tables::{account_events, users};
use crate::transaction::Transaction;
use crate::{
    AccountAccess, Credentials, Error, Ledger, Result, SessionId, SignedIn, clock_and_ids,
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
    /// ([`Error::SessionReused`](crate::Error::SessionReused)), since two hold it and one of them stole it. That is noted once for a
    /// session: whoever uses such tokens again and again fills no table.
    pub async fn rotate_session(
        &self,
        old_hash: [u8; 32],
        new_hash: [u8; 32],
        expires_at: OffsetDateTime,
    ) -> Result<SignedIn> {
        self.run(|ledger| rotate(ledger, old_hash, new_hash, expires_at))
            .await
    }

    /// Whose session a refresh token is of, if the session goes on. The token stays as it is: a browser that loses the answer asks again.
    pub async fn session_of(&self, token_hash: [u8; 32]) -> Result<SignedIn> {
        self.run(|ledger| continued(ledger, token_hash)).await
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
    let Some(account) = tx.lock_account(checked.user).await? else {
        return Ok(None);
    };
    if !users::is_current(&account, &checked).await? {
        return Ok(None);
    }
    let signed_in = start(&account, &session).await?;
    note(&account, signed_in, AccountAccess::SignedIn).await?;
    tx.commit().await?;
    Ok(Some(signed_in))
}

/// Starts a session within a transaction.
pub(super) async fn start(account: &LockedAccount<'_>, new: &NewSession) -> Result<SignedIn> {
    let session = clock_and_ids::random_id();
    sessions::start(account, session, clock_and_ids::now()).await?;
    sessions::add_token(account, &new.token_hash, session, new.expires_at).await?;
    let (user, session) = (account.user(), SessionId(session));
    Ok(SignedIn { user, session })
}

/// Locks the account that a token lets in to, and only then looks what the token is: somebody may have used it meanwhile.
async fn of_token<'a>(
    tx: &'a Transaction,
    hash: &[u8; 32],
) -> Result<Option<(LockedAccount<'a>, Token)>> {
    let Some(user) = sessions::user_of_token(tx.sql()?, hash).await? else {
        return Ok(None);
    };
    let Some(account) = tx.lock_account(user).await? else {
        return Ok(None);
    };
    let token = sessions::token(&account, hash).await?;
    Ok(token.map(|token| (account, token)))
}

async fn rotate(
    ledger: Ledger,
    old_hash: [u8; 32],
    new_hash: [u8; 32],
    expires_at: OffsetDateTime,
) -> Result<SignedIn> {
    let now = clock_and_ids::now();
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let found = of_token(&tx, &old_hash).await?;
    let (account, token) = found.ok_or(Error::SessionEnded)?;
    if token.is_used() {
        if !token.session_ended() {
            sessions::end(&account, token.session, now).await?;
            note(&account, token.signed_in(), AccountAccess::TokenReused).await?;
            tx.commit().await?;
        }
        return Err(Error::SessionReused);
    }
    if token.is_over(now) {
        return Err(Error::SessionEnded);
    }
    try_join(
        sessions::use_token(&account, &old_hash, now),
        sessions::add_token(&account, &new_hash, token.session, expires_at),
    )
    .await?;
    // Whoever was told to try again would be taken for a thief of the old token.
    tx.adds_token(account.user(), new_hash);
    tx.commit_whenever().await?;
    Ok(token.signed_in())
}

async fn continued(ledger: Ledger, token_hash: [u8; 32]) -> Result<SignedIn> {
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let found = of_token(&tx, &token_hash).await?;
    let (_, token) = found.ok_or(Error::SessionEnded)?;
    if token.is_used() || token.is_over(clock_and_ids::now()) {
        return Err(Error::SessionEnded);
    }
    Ok(token.signed_in())
}

async fn end(ledger: Ledger, token_hash: [u8; 32]) -> Result<()> {
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let Some((account, token)) = of_token(&tx, &token_hash).await? else {
        return Ok(());
    };
    let now = clock_and_ids::now();
    if !token.is_over(now) {
        note(&account, token.signed_in(), AccountAccess::SignedOut).await?;
    }
    sessions::end(&account, token.session, now).await?;
    tx.commit().await
}

/// Notes what concerns a session, for whoever it belongs to.
pub(super) async fn note(
    account: &LockedAccount<'_>,
    who: SignedIn,
    what: AccountAccess,
) -> Result<()> {
    account_events::note(account, what, Some(who.session)).await
}
