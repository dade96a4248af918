//! What is shown and believed under TLS. Whoever serves or asks has it in PEM files that somebody replaces every few weeks: they are
//! checked before they are used, and renewed while they are.

mod certificate;
mod client;
mod crypto_provider;
mod jwt_provider;
mod pem;
mod renewable;
mod validity;

use rustls::server::VerifierBuilderError;
use rustls::{ConfigBuilder, Error, ServerConfig, WantsVerifier};

pub use certificate::Certificate;
pub use client::{Verification, client};
pub use crypto_provider::install_crypto_providers;
pub use pem::{authorities, callers, certified};
pub use renewable::Renewable;
pub use validity::valid_at;

/// Why a certificate cannot be shown, or nobody be believed for one.
#[derive(Debug, thiserror::Error)]
pub enum BadCertificate {
    /// What should be the certificate is none.
    #[error(
        "what should be a certificate is none in PEM, which begins with -----BEGIN CERTIFICATE-----"
    )]
    NoCertificate,
    /// What should be the key is none.
    #[error(
        "what should be a private key is none in PEM, which begins with -----BEGIN PRIVATE KEY-----"
    )]
    NoKey,
    /// What should be the certificates of authorities are none.
    #[error(
        "what should be a CA is no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----"
    )]
    NoAuthority,
    /// Certificate and key are not of each other.
    #[error(
        "the private key is not that of the certificate, which has to come before those that it was signed by"
    )]
    Mismatch,
    /// The time of the certificate is over. It says when it ended.
    #[error("the certificate expired on {0}")]
    Expired(String),
    /// The time of the certificate has not begun. It says when it will.
    #[error("the certificate is not valid before {0}")]
    NotValidYet(String),
    /// What is in the certificate cannot be read.
    #[error("the certificate cannot be read: {0}")]
    Unreadable(String),
    /// They are of a kind that nobody knows, or damaged.
    #[error("the certificate or its key cannot be used: {0}")]
    Unusable(#[from] Error),
    /// Nobody's certificate can be held against the authorities.
    #[error("the CA cannot be used: {0}")]
    Authorities(#[from] VerifierBuilderError),
}

/// How a server begins that speaks TLS 1.2 and 1.3.
pub fn server() -> Result<ConfigBuilder<ServerConfig, WantsVerifier>, BadCertificate> {
    let provider = crypto_provider::of_tls();
    Ok(ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?)
}
