//! An OIDC issuer on this machine, with real keys, which can also be asked to misbehave.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ::tls::Certificate;
use actix_web::http::header::LOCATION;
use actix_web::web::{Data, get};
use actix_web::{App, HttpResponse, HttpServer};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use gateway::Clock;
use jsonwebtoken::Algorithm;
use ledger::test_database::TestDatabase;
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256,
    RSA_PSS_SHA256, RsaEncoding, RsaKeyPair,
};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject as _;
use serde_json::{Value, json};

use crate::app::{LONG, Person, TestApp, config};

pub(crate) const AUDIENCE: &str = "faan-of-the-club";
pub(crate) const NOW: fn() -> u64 = jsonwebtoken::get_current_timestamp;

/// How the issuer answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    Well,
    /// Not at all: it says 503.
    Down,
    /// Not within any deadline.
    Never,
    /// With keys of a megabyte.
    Hugely,
    /// With more keys than anybody has.
    Abundantly,
    /// With something that is not JSON.
    Nonsense,
    /// With a redirect to where its description is to be had.
    Redirecting,
    /// As another issuer.
    AsAnother,
    /// With keys that are to be fetched in plain text from what is not a loopback address.
    KeysElsewhere,
}

/// What the issuer has, and how often it was asked.
struct Shared {
    url: String,
    keys: Mutex<Vec<Value>>,
    manner: Mutex<Manner>,
    described: AtomicU32,
    told: AtomicU32,
    /// Requests for anything that nobody should ask for.
    strayed: AtomicU32,
}

pub(crate) struct Issuer(Arc<Shared>);

/// A key that the issuer signs with.
pub(crate) struct Signer {
    pub(crate) header: Value,
    pub(crate) jwk: Value,
    key: Key,
}

enum Key {
    Rsa(RsaKeyPair, &'static dyn RsaEncoding),
    Ec(EcdsaKeyPair),
    Ed(Ed25519KeyPair),
}

impl Issuer {
    /// One that has the public halves of these keys.
    pub(crate) async fn start(signers: &[&Signer]) -> Self {
        Self::start_with(signers, None).await
    }

    /// One under TLS: `https://localhost:…`.
    pub(crate) async fn under_tls(signers: &[&Signer], shows: &Certificate) -> Self {
        Self::start_with(signers, Some(shows)).await
    }

    async fn start_with(signers: &[&Signer], shows: Option<&Certificate>) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            url: match shows {
                Some(_) => format!("https://localhost:{}", address.port()),
                None => format!("http://{address}"),
            },
            keys: Mutex::new(signers.iter().map(|signer| signer.jwk.clone()).collect()),
            manner: Mutex::new(Manner::Well),
            described: AtomicU32::new(0),
            told: AtomicU32::new(0),
            strayed: AtomicU32::new(0),
        });
        let data = Data::from(shared.clone());
        let server = HttpServer::new(move || {
            App::new()
                .app_data(data.clone())
                .route("/.well-known/openid-configuration", get().to(describe))
                .route("/keys", get().to(tell_keys))
                .default_service(get().to(stray))
        });
        let server = server.workers(1).disable_signals();
        let server = match shows {
            Some(shown) => server.listen_rustls_0_23(listener, shown.server().unwrap()),
            None => server.listen(listener),
        };
        tokio::spawn(server.unwrap().run());
        Self(shared)
    }

    pub(crate) fn url(&self) -> &str {
        &self.0.url
    }

    pub(crate) fn behave(&self, manner: Manner) {
        *self.0.manner.lock().unwrap() = manner;
    }

    /// Has these keys from now on, and no other.
    pub(crate) fn publish(&self, signers: &[&Signer]) {
        *self.0.keys.lock().unwrap() = signers.iter().map(|signer| signer.jwk.clone()).collect();
    }

    /// How often its description was asked for, how often its keys, and how often anything else.
    pub(crate) fn asked(&self) -> (u32, u32, u32) {
        let count = |count: &AtomicU32| count.load(Ordering::SeqCst);
        let Shared {
            described,
            told,
            strayed,
            ..
        } = &*self.0;
        (count(described), count(told), count(strayed))
    }

    /// How a gateway is set to it.
    pub(crate) fn settings(&self) -> gateway::Oidc {
        gateway::Oidc {
            // An issuer that answers may be slow if the machine is.
            deadline: LONG,
            ..gateway::Oidc::new(self.url().to_owned(), AUDIENCE.to_owned())
        }
    }

    /// A gateway that takes its tokens.
    pub(crate) async fn gateway(&self) -> TestApp {
        Self::gateway_set_to(self.settings()).await
    }

    /// One that is set to an issuer like this, before which time stands still. Nobody asks its engine.
    pub(crate) async fn gateway_set_to(oidc: gateway::Oidc) -> TestApp {
        let database = Arc::new(TestDatabase::create().await);
        let config = gateway::Config {
            oidc: Some(oidc),
            clock: Clock::stopped(),
            ..config(([127, 0, 0, 1], 9).into(), &database)
        };
        TestApp::with(config, tokio::spawn(async {}), database).await
    }

    /// What a token for a subject says.
    pub(crate) fn claims(&self, subject: &str) -> Value {
        json!({"iss": self.url(), "aud": AUDIENCE, "sub": subject, "iat": NOW(), "exp": NOW() + 300})
    }

    pub(crate) fn token(&self, signer: &Signer, subject: &str) -> String {
        signer.sign(&signer.header, &self.claims(subject))
    }
}

impl Signer {
    /// Signs with RSA. All of these have the same key: ring makes none.
    pub(crate) fn rsa(id: &str, algorithm: Algorithm) -> Self {
        let key = PrivatePkcs8KeyDer::from_pem_slice(include_bytes!("rsa-key.pem")).unwrap();
        let key = RsaKeyPair::from_pkcs8(key.secret_pkcs8_der()).unwrap();
        let PublicKeyComponents { n, e } = PublicKeyComponents::<Vec<u8>>::from(key.public());
        let jwk = json!({"kty": "RSA", "n": base64url(n), "e": base64url(e), "alg": algorithm});
        let encoding: &dyn RsaEncoding = match algorithm == Algorithm::PS256 {
            true => &RSA_PSS_SHA256,
            false => &RSA_PKCS1_SHA256,
        };
        Self::new(id, algorithm, jwk, Key::Rsa(key, encoding))
    }

    pub(crate) fn ec(id: &str) -> Self {
        let (kind, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).unwrap();
        // A point that is not compressed: 4, then both coordinates (SEC 1, section 2.3.3).
        let (x, y) = key.public_key().as_ref()[1..].split_at(32);
        let (x, y) = (base64url(x), base64url(y));
        let jwk = json!({"kty": "EC", "crv": "P-256", "x": x, "y": y, "alg": "ES256"});
        Self::new(id, Algorithm::ES256, jwk, Key::Ec(key))
    }

    pub(crate) fn ed(id: &str) -> Self {
        let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let key = Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap();
        let x = base64url(key.public_key());
        let jwk = json!({"kty": "OKP", "crv": "Ed25519", "x": x, "alg": "EdDSA"});
        Self::new(id, Algorithm::EdDSA, jwk, Key::Ed(key))
    }

    fn new(id: &str, algorithm: Algorithm, mut jwk: Value, key: Key) -> Self {
        (jwk["kid"], jwk["use"]) = (id.into(), "sig".into());
        Self {
            header: json!({"alg": algorithm, "typ": "JWT", "kid": id}),
            jwk,
            key,
        }
    }

    /// Whatever it is, signed as the key signs.
    pub(crate) fn sign(&self, header: &Value, claims: &Value) -> String {
        let message = message(header, claims);
        let (signed, random) = (message.as_bytes(), SystemRandom::new());
        let signature = match &self.key {
            Key::Rsa(key, encoding) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(*encoding, &random, signed, &mut signature)
                    .unwrap();
                signature
            }
            Key::Ec(key) => key.sign(&random, signed).unwrap().as_ref().to_vec(),
            Key::Ed(key) => key.sign(signed).as_ref().to_vec(),
        };
        format!("{message}.{}", base64url(signature))
    }
}

/// A token by the algorithm HS256: signed by what whoever checks it knows as well.
pub(crate) fn signed_by_secret(secret: &[u8], header: &Value, claims: &Value) -> String {
    let message = message(header, claims);
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
    let signature = ring::hmac::sign(&key, message.as_bytes());
    format!("{message}.{}", base64url(signature))
}

fn base64url(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

pub(crate) fn message(header: &Value, claims: &Value) -> String {
    let encode = |part: &Value| base64url(part.to_string());
    format!("{}.{}", encode(header), encode(claims))
}

impl<'a> Person<'a> {
    /// The same person, who comes with another token.
    pub(crate) fn with(&self, token: &str) -> Person<'a> {
        let mut person = self.clone();
        person.token = Some(token.to_owned());
        person
    }
}

async fn describe(shared: Data<Shared>) -> HttpResponse {
    shared.described.fetch_add(1, Ordering::SeqCst);
    let manner = *shared.manner.lock().unwrap();
    let url = &shared.url;
    let (issuer, keys) = match manner {
        Manner::Down => return HttpResponse::ServiceUnavailable().finish(),
        Manner::Never => std::future::pending().await,
        Manner::Nonsense => return HttpResponse::Ok().body("<html>"),
        Manner::Redirecting => {
            let to = (LOCATION, format!("{url}/elsewhere"));
            return HttpResponse::Found().insert_header(to).finish();
        }
        Manner::AsAnother => ("https://id.example.org", format!("{url}/keys")),
        Manner::KeysElsewhere => (url.as_str(), url.replace("127.0.0.1", "0.0.0.0") + "/keys"),
        Manner::Well | Manner::Hugely | Manner::Abundantly => (url.as_str(), format!("{url}/keys")),
    };
    // Time for others to come along, who then wait for the same answer.
    tokio::time::sleep(Duration::from_millis(20)).await;
    HttpResponse::Ok()
        .json(json!({"issuer": issuer, "jwks_uri": keys, "subject_types_supported": ["public"]}))
}

async fn tell_keys(shared: Data<Shared>) -> HttpResponse {
    shared.told.fetch_add(1, Ordering::SeqCst);
    let mut keys = shared.keys.lock().unwrap().clone();
    // A key that nobody knows what to do with, which spoils nothing.
    keys.push(json!({"kty": "AKP", "kid": "of-tomorrow", "alg": "ML-DSA-44", "pub": "AA"}));
    let manner = *shared.manner.lock().unwrap();
    if manner == Manner::Abundantly {
        keys = keys.iter().cycle().take(65).cloned().collect();
    }
    let padding = "x".repeat(if manner == Manner::Hugely { 1 << 20 } else { 0 });
    HttpResponse::Ok().json(json!({"padding": padding, "keys": keys}))
}

async fn stray(shared: Data<Shared>) -> HttpResponse {
    shared.strayed.fetch_add(1, Ordering::SeqCst);
    HttpResponse::NotFound().finish()
}
