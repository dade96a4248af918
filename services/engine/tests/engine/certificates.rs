//! What cannot be shown or believed is refused in a sentence.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tls::{Certificate, authorities, callers};

const DAMAGED: &str = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const DAMAGED_KEY: &str = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A certificate and its key.
fn identity() -> (String, String) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["faan.example.org".to_owned()]).unwrap();
    let signed = params.signed_by(&key, &authority()).unwrap();
    (signed.pem(), key.serialize_pem())
}

#[test]
fn a_certificate_that_cannot_be_shown() {
    let (certificate, key) = &identity();
    let (_, other_key) = &identity();
    let good = Certificate::new(certificate.as_bytes(), key.as_bytes()).unwrap();
    let no_certificate = "what should be a certificate is none";
    let no_key = "what should be a private key is none";
    let unusable = "the certificate or its key cannot be used";
    for (certificate, key, sentence) in [
        ("", key.as_str(), no_certificate),
        (key, certificate, no_certificate),
        ("a certificate", key, no_certificate),
        (certificate, "", no_key),
        (certificate, certificate, no_key),
        (
            certificate,
            other_key,
            "the private key is not that of the certificate",
        ),
        (DAMAGED, key, unusable),
        (certificate, DAMAGED_KEY, unusable),
    ] {
        let (certificate, key) = (certificate.as_bytes(), key.as_bytes());
        for refused in [
            Certificate::new(certificate, key).unwrap_err(),
            good.renew(certificate, key).unwrap_err(),
        ] {
            let refused = refused.to_string();
            assert!(refused.starts_with(sentence), "{refused}");
        }
    }
}

#[test]
fn authorities_that_nobody_can_be_held_against() {
    let good = authority().pem();
    assert_eq!(authorities(good.as_bytes()).unwrap().len(), 1);
    let both = good.clone() + &authority().pem();
    assert_eq!(authorities(both.as_bytes()).unwrap().len(), 2);
    for (pem, sentence) in [
        (String::new(), "what should be a CA is no certificate"),
        ("a CA".to_owned(), "what should be a CA is no certificate"),
        (identity().1, "what should be a CA is no certificate"),
        (
            DAMAGED.to_owned(),
            "the certificate or its key cannot be used",
        ),
        // One of several is enough: whoever it has signed would be refused.
        (good + DAMAGED, "the certificate or its key cannot be used"),
    ] {
        let refused = authorities(pem.as_bytes()).unwrap_err().to_string();
        assert!(refused.starts_with(sentence), "{refused}");
        let refused = callers(pem.as_bytes(), true).unwrap_err().to_string();
        assert!(refused.starts_with(sentence), "{refused}");
    }
}
