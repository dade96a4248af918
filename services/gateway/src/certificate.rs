//! What the gateway shows under TLS: a certificate, which may be renewed while it serves.

use std::sync::{Arc, PoisonError, RwLock};

use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{Error, InconsistentKeys, ServerConfig};

/// A certificate and its private key. Clones are one: who renews it, renews it everywhere.
#[derive(Debug, Clone)]
pub struct Certificate(Arc<Shown>);

/// Why a certificate cannot be shown.
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
    /// Certificate and key are not of each other.
    #[error(
        "the private key is not that of the certificate, which has to come before those that it was signed by"
    )]
    Mismatch,
    /// They are of a kind that nobody knows, or damaged.
    #[error("the certificate or its key cannot be used: {0}")]
    Unusable(#[from] Error),
}

impl Certificate {
    /// Of PEM: the certificate, followed by what it was signed by, and its private key.
    pub fn new(certificate: &[u8], key: &[u8]) -> Result<Self, BadCertificate> {
        let shown = RwLock::new(certified(certificate, key)?);
        Ok(Self(Arc::new(Shown(shown))))
    }

    /// Shows these from now on. Connections that there are go on; of what cannot be shown, nothing changes.
    pub fn renew(&self, certificate: &[u8], key: &[u8]) -> Result<(), BadCertificate> {
        let next = certified(certificate, key)?;
        *self.0.0.write().unwrap_or_else(PoisonError::into_inner) = next;
        Ok(())
    }

    /// TLS 1.2 and 1.3 that show it.
    pub(crate) fn server(&self) -> Result<ServerConfig, BadCertificate> {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let config =
            ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        Ok(config
            .with_no_client_auth()
            .with_cert_resolver(self.0.clone()))
    }
}

/// What is shown at the moment.
struct Shown(RwLock<Arc<CertifiedKey>>);

/// A private key is not for logs.
impl std::fmt::Debug for Shown {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Shown").finish_non_exhaustive()
    }
}

impl ResolvesServerCert for Shown {
    fn resolve(&self, _client: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        Some(shown.clone())
    }
}

fn certified(certificate: &[u8], key: &[u8]) -> Result<Arc<CertifiedKey>, BadCertificate> {
    let chain = CertificateDer::pem_slice_iter(certificate);
    let chain = chain.collect::<Result<Vec<_>, pem::Error>>();
    let chain = chain.map_err(|_| BadCertificate::NoCertificate)?;
    if chain.is_empty() {
        return Err(BadCertificate::NoCertificate);
    }
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| BadCertificate::NoKey)?;
    let certified = CertifiedKey::from_der(chain, key, &aws_lc_rs::default_provider());
    let mismatch = Error::from(InconsistentKeys::KeyMismatch);
    certified
        .map(Arc::new)
        .map_err(|error| match error == mismatch {
            true => BadCertificate::Mismatch,
            false => BadCertificate::Unusable(error),
        })
}
