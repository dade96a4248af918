//! Identities: subjects of OIDC issuers that are linked to accounts.

use crate::IdentityId;
use evidence::Timestamp;

/// Somebody as an OIDC issuer knows them.
#[derive(Clone, PartialEq, Eq)]
pub struct Subject {
    /// The issuer, as its tokens have it (`iss`).
    pub issuer: String,
    /// Who it is there (`sub`): 1–255 characters of ASCII.
    pub name: String,
}

/// A subject that is linked to an account: its tokens let in there.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// Which.
    pub id: IdentityId,
    /// Who it is at which issuer.
    pub subject: Subject,
    /// Since when.
    pub linked_at: Timestamp,
    /// When it was used last, give or take ten minutes.
    pub used_at: Option<Timestamp>,
}

/// Why the subject of an OIDC issuer does not go with an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// It is linked to no account.
    #[error("nobody has linked the subject of this token to an account")]
    Nobodys,
    /// It is linked to somebody else's account.
    #[error("the subject of this token is linked to another account")]
    Anothers,
    /// The account is linked to another subject of the same issuer.
    #[error("your account is linked to another subject of this issuer")]
    OtherLinked,
}
