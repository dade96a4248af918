//! Certificates as in a deployment, of an authority of the test's own.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};

/// Who signs certificates.
pub(crate) type Authority = CertifiedIssuer<'static, KeyPair>;

pub(crate) fn authority() -> Authority {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A certificate for a name, and its key, both PEM.
pub(crate) fn identity(authority: &Authority, name: &str) -> (Vec<u8>, Vec<u8>) {
    signed(
        authority,
        CertificateParams::new([name.to_owned()]).unwrap(),
    )
}

/// The same, of a time that is over.
pub(crate) fn expired(authority: &Authority, name: &str) -> (Vec<u8>, Vec<u8>) {
    let mut params = CertificateParams::new([name.to_owned()]).unwrap();
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2021, 1, 1);
    signed(authority, params)
}

fn signed(authority: &Authority, params: CertificateParams) -> (Vec<u8>, Vec<u8>) {
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    (
        certificate.pem().into_bytes(),
        key.serialize_pem().into_bytes(),
    )
}
