//! Why a gateway does not start, or stops.

use tls::BadCertificate;

use crate::engine_client::BadEngine;
use crate::oidc::BadIssuer;
use crate::token::BadKey;

/// Why a gateway does not start or stops.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database is away, not migrated, or its role may too much.
    #[error(transparent)]
    Ledger(#[from] ledger::Error),
    /// The engine cannot be connected to as set.
    #[error(transparent)]
    Engine(#[from] BadEngine),
    /// A token key cannot be used.
    #[error(transparent)]
    Key(#[from] BadKey),
    /// The certificate cannot be shown.
    #[error(transparent)]
    Certificate(#[from] BadCertificate),
    /// The OIDC issuer cannot be asked as set.
    #[error(transparent)]
    Issuer(#[from] BadIssuer),
    /// Passwords cannot be hashed here.
    #[error("passwords cannot be hashed: {0}")]
    Password(argon2::password_hash::Error),
    /// Cursors cannot be signed with the token key.
    #[error("cursors cannot be signed: {0}")]
    Cursor(#[from] hmac::digest::InvalidLength),
    /// The OpenAPI document cannot be written.
    #[error("the OpenAPI document cannot be written: {0}")]
    OpenApi(#[from] serde_json::Error),
    /// The address is taken, or serving failed.
    #[error("HTTP: {0}")]
    Http(#[from] std::io::Error),
}
