//! PEM, held against itself.

use std::sync::Arc;

use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::server::danger::ClientCertVerifier;
use rustls::sign::CertifiedKey;
use rustls::{Error, InconsistentKeys, RootCertStore};

use crate::{BadCertificate, crypto_provider};

/// A certificate, followed by what it was signed by, and its private key.
pub fn certified(certificate: &[u8], key: &[u8]) -> Result<Arc<CertifiedKey>, BadCertificate> {
    let chain = certificates(certificate).ok_or(BadCertificate::NoCertificate)?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| BadCertificate::NoKey)?;
    let certified = CertifiedKey::from_der(chain, key, &crypto_provider::of_tls());
    let mismatch = Error::from(InconsistentKeys::KeyMismatch);
    certified
        .map(Arc::new)
        .map_err(|error| match error == mismatch {
            true => BadCertificate::Mismatch,
            false => BadCertificate::Unusable(error),
        })
}

/// The authorities by one of which somebody's certificate has to be signed: at least one, and all of them usable.
pub fn authorities(certificate: &[u8]) -> Result<Arc<RootCertStore>, BadCertificate> {
    let mut roots = RootCertStore::empty();
    for certificate in certificates(certificate).ok_or(BadCertificate::NoAuthority)? {
        roots.add(certificate)?;
    }
    Ok(Arc::new(roots))
}

/// What takes the certificates of callers that one of these authorities, in PEM, has signed, and no other; and callers without
/// one, if they may be.
pub fn callers(
    certificates: &[u8],
    without_too: bool,
) -> Result<Arc<dyn ClientCertVerifier>, BadCertificate> {
    let provider = crypto_provider::of_tls();
    let roots = authorities(certificates)?;
    let verifier = WebPkiClientVerifier::builder_with_provider(roots, provider);
    Ok(match without_too {
        true => verifier.allow_unauthenticated().build()?,
        false => verifier.build()?,
    })
}

/// The certificates in a file, of which there are some.
pub(crate) fn certificates(pem: &[u8]) -> Option<Vec<CertificateDer<'static>>> {
    let found = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, pem::Error>>();
    found.ok().filter(|found| !found.is_empty())
}
