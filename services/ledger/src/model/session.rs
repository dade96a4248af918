//! Sessions of an account.

use crate::UserId;
use serde::Serialize;
use uuid::Uuid;

/// A session: it begins with a sign-in and lives in one refresh token after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct SessionId(pub Uuid);

/// Somebody in a session of theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SignedIn {
    /// Who.
    pub user: UserId,
    /// The session. It may be over meanwhile.
    pub session: SessionId,
}
