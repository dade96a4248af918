//! What a server shows: a certificate, which may be renewed while it serves.

use std::sync::Arc;

use rustls::ServerConfig;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use crate::{BadCertificate, Renewable, certified, server};

/// A certificate and its private key. Clones are one: who renews it, renews it everywhere.
#[derive(Debug, Clone)]
pub struct Certificate(Arc<Shown>);

impl Certificate {
    /// Of PEM: the certificate, followed by what it was signed by, and its private key.
    pub fn new(certificate: &[u8], key: &[u8]) -> Result<Self, BadCertificate> {
        let shown = Renewable::new(certified(certificate, key)?);
        Ok(Self(Arc::new(Shown(shown))))
    }

    /// Shows these from now on. Connections that there are go on; of what cannot be shown, nothing changes.
    pub fn renew(&self, certificate: &[u8], key: &[u8]) -> Result<(), BadCertificate> {
        self.0.0.renew(certified(certificate, key)?);
        Ok(())
    }

    /// A server that shows it to everybody.
    pub fn server(&self) -> Result<ServerConfig, BadCertificate> {
        let config = server()?.with_no_client_auth();
        Ok(config.with_cert_resolver(self.0.clone()))
    }
}

/// What is shown at the moment.
#[derive(Debug)]
struct Shown(Renewable<CertifiedKey>);

impl ResolvesServerCert for Shown {
    fn resolve(&self, _client: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.current())
    }
}
