//! Certificates and tokens, good and bad.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ed25519_dalek::{Signer, SigningKey};
use engine::{Tls, TokenRules};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use serde_json::{Value, json};
use tonic::transport::{Certificate, ClientTlsConfig, Identity};

pub(crate) const NOW: fn() -> u64 = jsonwebtoken::get_current_timestamp;

/// Somebody who signs certificates.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(crate) fn new(name: &str) -> Authority {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().unwrap();
        Authority(CertifiedIssuer::self_signed(params, key).unwrap())
    }

    pub(crate) fn pem(&self) -> Vec<u8> {
        self.0.pem().into_bytes()
    }

    /// A certificate for a name, and its key.
    pub(crate) fn issue(&self, name: &str) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        (certificate.pem(), key.serialize_pem())
    }

    /// What an engine on this machine shows.
    pub(crate) fn engine(&self, client_ca: Option<&Authority>) -> Tls {
        let (certificate, key) = self.issue("localhost");
        Tls {
            certificate: certificate.into_bytes(),
            key: key.into_bytes(),
            client_ca: client_ca.map(Authority::pem),
        }
    }

    /// A caller that trusts this authority, and shows a certificate of `own`.
    pub(crate) fn caller(&self, own: Option<&Authority>) -> ClientTlsConfig {
        let config = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(self.pem()));
        match own {
            Some(own) => {
                let (certificate, key) = own.issue("caller");
                config.identity(Identity::from_pem(certificate, key))
            }
            None => config,
        }
    }
}

/// Somebody who signs tokens.
pub(crate) struct Issuer(SigningKey);

impl Issuer {
    pub(crate) fn new(seed: u8) -> Issuer {
        Issuer(SigningKey::from_bytes(&[seed; 32]))
    }

    /// As the gateway publishes it.
    pub(crate) fn key_set(&self) -> Value {
        let key = BASE64_URL_SAFE_NO_PAD.encode(self.0.verifying_key().as_bytes());
        json!({"keys": [{
            "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": "one", "x": key
        }]})
    }

    pub(crate) fn rules(&self) -> TokenRules {
        TokenRules {
            keys: self.key_set().to_string().into_bytes(),
            issuer: "faan".to_owned(),
            audience: "faan-engine".to_owned(),
        }
    }

    /// A good token.
    pub(crate) fn token(&self) -> String {
        self.signed(&header(), &claims())
    }

    /// A token whose header or claims have one field changed; null removes it.
    pub(crate) fn token_with(&self, field: &str, value: Value) -> String {
        let (mut header, mut claims) = (header(), claims());
        let part = match field {
            "alg" | "typ" | "kid" | "crit" | "jwk" => &mut header,
            _ => &mut claims,
        };
        let part = part.as_object_mut().unwrap();
        if value.is_null() {
            part.remove(field);
        } else {
            part.insert(field.to_owned(), value);
        }
        self.signed(&header, &claims)
    }

    fn signed(&self, header: &Value, claims: &Value) -> String {
        let message = message(header, claims);
        let signature = self.0.sign(message.as_bytes()).to_bytes();
        format!("{message}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }
}

/// A token that says it needs no signature, and has none.
pub(crate) fn unsigned_token() -> String {
    let mut header = header();
    header["alg"] = "none".into();
    format!("{}.", message(&header, &claims()))
}

fn header() -> Value {
    json!({"alg": "EdDSA", "typ": "at+jwt", "kid": "one"})
}

fn claims() -> Value {
    json!({
        "iss": "faan", "aud": "faan-engine", "sub": "somebody",
        "iat": NOW(), "nbf": NOW(), "exp": NOW() + 60
    })
}

fn message(header: &Value, claims: &Value) -> String {
    let encode = |part: &Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
    format!("{}.{}", encode(header), encode(claims))
}
