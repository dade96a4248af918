//! Which issuer, and how it is treated.

use std::time::Duration;

/// An OIDC issuer whose tokens are taken.
#[derive(Debug, Clone)]
pub struct Oidc {
    /// Its name and address, as its tokens have it (`iss`): `https://…`, or `http://…` on this machine.
    pub issuer: String,
    /// Whom its tokens are for (`aud`): us, as the issuer knows us.
    pub audience: String,
    /// The certificates, in PEM, by one of which the issuer's has to be signed; those that the system trusts if `None`.
    pub ca: Option<Vec<u8>>,
    /// How old its keys may become before they are fetched again.
    pub keys_fresh_for: Duration,
    /// How old they may become at most, while the issuer cannot be reached.
    pub keys_usable_for: Duration,
    /// How long it is left alone after it could not be reached, or was asked because of a key that was not known.
    pub pause: Duration,
    /// How long it may take to tell its keys.
    pub deadline: Duration,
}

impl Oidc {
    /// An issuer and an audience, and everything else as it sensibly is.
    pub fn new(issuer: String, audience: String) -> Self {
        Self {
            issuer,
            audience,
            ca: None,
            keys_fresh_for: Duration::from_secs(5 * 60),
            keys_usable_for: Duration::from_secs(60 * 60),
            pause: Duration::from_secs(10),
            deadline: Duration::from_secs(5),
        }
    }
}

/// Settings by which no issuer's tokens can be checked.
#[derive(Debug, thiserror::Error)]
#[error("the OIDC issuer: {0}")]
pub struct BadIssuer(pub(crate) String);
