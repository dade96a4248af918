//! What a client believes of a server, and shows it.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use crate::{BadCertificate, crypto_provider};

/// What a server has to prove. What is less than [`Verification::Full`] is for those who asked for it.
#[derive(Debug, Clone)]
pub enum Verification {
    /// One of these authorities signed its certificate, which is valid now and for the name of the server.
    Full(Arc<RootCertStore>),
    /// The same for any name.
    Authority(Arc<RootCertStore>),
    /// It has some certificate: nobody knows who it is.
    Nothing,
}

/// A client that wants this proof of a server and shows it a certificate, if it has one.
pub fn client(
    verification: Verification,
    identity: Option<Arc<CertifiedKey>>,
) -> Result<ClientConfig, BadCertificate> {
    let provider = crypto_provider::of_tls();
    let algorithms = provider.signature_verification_algorithms;
    let any_name = |roots| Arc::new(AnyName { roots, algorithms });
    let client = ClientConfig::builder_with_provider(provider);
    let client = client.with_safe_default_protocol_versions()?;
    let client = match verification {
        Verification::Full(roots) => client.with_root_certificates(roots),
        Verification::Authority(roots) => client
            .dangerous()
            .with_custom_certificate_verifier(any_name(Some(roots))),
        Verification::Nothing => client
            .dangerous()
            .with_custom_certificate_verifier(any_name(None)),
    };
    Ok(match identity {
        Some(shown) => client.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(shown))),
        None => client.with_no_client_auth(),
    })
}

/// Accepts a server of any name that these authorities have signed, or any server at all. Either way the server has the private
/// key of the certificate that it shows.
#[derive(Debug)]
struct AnyName {
    roots: Option<Arc<RootCertStore>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if let Some(roots) = &self.roots {
            let shown = ParsedCertificate::try_from(end_entity)?;
            let algorithms = self.algorithms.all;
            verify_server_cert_signed_by_trust_anchor(
                &shown,
                roots,
                intermediates,
                now,
                algorithms,
            )?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
