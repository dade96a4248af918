//! Sessions and the refresh tokens that rotate in them; only hashes of tokens are stored.

use crate::{Ledger, Result, UserId};
use time::OffsetDateTime;

impl Ledger {
    /// Starts a session with its first refresh token.
    pub async fn open_session(
        &self,
        user: UserId,
        token_hash: [u8; 32],
        expires_at: OffsetDateTime,
    ) -> Result<()> {
        let _ = (user, token_hash, expires_at);
        Err(crate::Error::Bug("unbuilt".into()))
    }

    /// Exchanges a refresh token for the next one. A token that was exchanged before ends its whole session
    /// ([`Error::SessionReused`](crate::Error::SessionReused)), since two hold it and one of them stole it.
    pub async fn rotate_session(
        &self,
        old_hash: [u8; 32],
        new_hash: [u8; 32],
        expires_at: OffsetDateTime,
    ) -> Result<UserId> {
        let _ = (old_hash, new_hash, expires_at);
        Err(crate::Error::Bug("unbuilt".into()))
    }

    /// Ends the session of a refresh token; an unknown token ends nothing.
    pub async fn end_session(&self, token_hash: [u8; 32]) -> Result<()> {
        let _ = token_hash;
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
