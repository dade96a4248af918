//! Access tokens: JSON Web Tokens signed with Ed25519 (RFC 7519, RFC 8037, RFC 9068), and the public keys that
//! check them.

use std::collections::HashMap;
use std::time::Duration;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::{DecodePrivateKey, EncodePrivateKey};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use ledger::{SessionId, SignedIn, UserId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::verified_tokens::{VerifiedToken, VerifiedTokens};

/// Seconds an access token lives.
pub(crate) const LIFETIME: u64 = 15 * 60;
/// Seconds by which clocks may differ.
pub(crate) const LEEWAY: u64 = 5;
/// Who the tokens are for: us.
const AUDIENCE: &str = "faan";
/// The media type of an access token (RFC 9068); no other kind of token is taken for one.
const TYPE: &str = "at+jwt";

/// For whom a token is that a machine asks an engine with.
pub struct ForEngine<'a> {
    /// The `iss`, as the engine was told.
    pub issuer: &'a str,
    /// The `aud`, as the engine was told.
    pub audience: &'a str,
    /// The `sub`: who asks, for people who read logs.
    pub subject: &'a str,
    /// How long it is good for, from now on.
    pub lifetime: Duration,
}

/// A token for an engine that wants one of its callers, signed by the key that signs the gateway's.
///
/// # Errors
/// If the key is not an Ed25519 private key in PKCS#8 PEM.
pub fn engine_token(key: &[u8], asked: &ForEngine<'_>) -> Result<String, BadKey> {
    tls::install_crypto_providers();
    let signing = private_key(key)?;
    let now = now();
    let claims = Claims {
        iss: asked.issuer.to_owned(),
        aud: asked.audience.to_owned(),
        sub: asked.subject,
        iat: now,
        nbf: now,
        exp: now + asked.lifetime.as_secs(),
        sid: None,
    };
    sign(
        &claims,
        PublicKey::of(&signing).kid,
        &encoding_key(&signing)?,
    )
    .map_err(bad_key)
}

/// The public halves of keys as a JSON Web Key Set: what an engine checks tokens by.
///
/// # Errors
/// If a key is not an Ed25519 private key in PKCS#8 PEM.
pub fn public_keys_json(keys: &[Vec<u8>]) -> Result<String, BadKey> {
    let keys = keys.iter().map(|key| Ok(PublicKey::of(&private_key(key)?)));
    let set = HashMap::from([("keys", keys.collect::<Result<Vec<_>, BadKey>>()?)]);
    serde_json::to_string_pretty(&set).map_err(bad_key)
}

/// Makes and checks access tokens.
pub(crate) struct Tokens {
    issuer: String,
    key_id: String,
    signing: EncodingKey,
    verifying: HashMap<String, DecodingKey>,
    validation: Validation,
    public_keys: Vec<PublicKey>,
    verified: VerifiedTokens,
}

/// A public key as a JSON Web Key (RFC 7517).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(crate) struct PublicKey {
    /// Always `OKP`.
    kty: &'static str,
    /// Always `Ed25519`.
    crv: &'static str,
    /// The key, base64url.
    x: String,
    /// Its thumbprint (RFC 7638), which a token's header names.
    kid: String,
    /// Always `EdDSA`.
    alg: &'static str,
    /// Always `sig`.
    #[serde(rename = "use")]
    usage: &'static str,
}

/// A key that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the token key is not an Ed25519 private key in PKCS#8 PEM: {0}")]
pub struct BadKey(String);

#[derive(Serialize, Deserialize)]
struct Claims<S> {
    iss: String,
    aud: String,
    sub: S,
    iat: u64,
    nbf: u64,
    exp: u64,
    /// The session in which it was given; a machine has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    sid: Option<String>,
}

impl Tokens {
    /// Tokens signed by `current`; those signed by one of the others are accepted, too.
    pub(crate) fn new(issuer: &str, current: &[u8], also: &[Vec<u8>]) -> Result<Self, BadKey> {
        tls::install_crypto_providers();
        let signing = private_key(current)?;
        let mut public_keys = vec![PublicKey::of(&signing)];
        for key in also {
            public_keys.push(PublicKey::of(&private_key(key)?));
        }
        let decoding = |key: &PublicKey| {
            let decoding = DecodingKey::from_ed_components(&key.x).map_err(bad_key)?;
            Ok((key.kid.clone(), decoding))
        };
        Ok(Self {
            issuer: issuer.to_owned(),
            key_id: PublicKey::of(&signing).kid,
            signing: encoding_key(&signing)?,
            verifying: public_keys.iter().map(decoding).collect::<Result<_, _>>()?,
            validation: validation(issuer),
            public_keys,
            verified: VerifiedTokens::new(),
        })
    }

    /// A token for a user in a session, from now on.
    pub(crate) fn issue(&self, who: SignedIn) -> Result<String, jsonwebtoken::errors::Error> {
        let now = now();
        let claims = Claims {
            iss: self.issuer.clone(),
            aud: AUDIENCE.to_owned(),
            sub: who.user,
            iat: now,
            nbf: now,
            exp: now + LIFETIME,
            sid: Some(who.session.0.to_string()),
        };
        sign(&claims, self.key_id.clone(), &self.signing)
    }

    /// Whose token it is, if it is one of ours and its time has come and not passed. Whether the session goes on, the ledger
    /// knows. Keys a header brings
    /// along (`jwk`, `jku`, `x5u`) are never looked at; extensions it calls critical are not understood.
    pub(crate) fn verify(&self, token: &str) -> Option<SignedIn> {
        self.verified.find(token, now(), || self.check(token))
    }

    fn check(&self, token: &str) -> Option<VerifiedToken> {
        let header = jsonwebtoken::decode_header(token).ok()?;
        if header.typ.as_deref() != Some(TYPE) || header.crit.is_some() {
            return None;
        }
        let key = self.verifying.get(&header.kid?)?;
        let token = jsonwebtoken::decode::<Claims<UserId>>(token, key, &self.validation).ok()?;
        let Claims {
            sub, sid, nbf, exp, ..
        } = token.claims;
        let who = SignedIn {
            user: sub,
            session: SessionId(sid?.parse().ok()?),
        };
        Some(VerifiedToken {
            who,
            from: nbf.saturating_sub(LEEWAY),
            until: exp.saturating_add(LEEWAY),
        })
    }

    /// The public keys, the current one first.
    pub(crate) fn public_keys(&self) -> &[PublicKey] {
        &self.public_keys
    }
}

impl PublicKey {
    fn of(key: &SigningKey) -> Self {
        let x = BASE64_URL_SAFE_NO_PAD.encode(key.verifying_key().as_bytes());
        // RFC 7638: the required members in alphabetic order, without spaces.
        let thumbprint = Sha256::digest(format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#));
        Self {
            kty: "OKP",
            crv: "Ed25519",
            x,
            kid: BASE64_URL_SAFE_NO_PAD.encode(thumbprint),
            alg: "EdDSA",
            usage: "sig",
        }
    }
}

/// Seconds since 1970, on the clock that tokens are checked by.
pub(crate) fn now() -> u64 {
    jsonwebtoken::get_current_timestamp()
}

/// The private key in a PEM file, whichever of its two versions of PKCS#8 it is.
pub(crate) fn private_key(pem: &[u8]) -> Result<SigningKey, BadKey> {
    let pem = std::str::from_utf8(pem).map_err(bad_key)?;
    SigningKey::from_pkcs8_pem(pem).map_err(bad_key)
}

fn encoding_key(key: &SigningKey) -> Result<EncodingKey, BadKey> {
    let document = key.to_pkcs8_der().map_err(bad_key)?;
    Ok(EncodingKey::from_ed_der(document.as_bytes()))
}

fn sign<S: Serialize>(
    claims: &Claims<S>,
    key_id: String,
    key: &EncodingKey,
) -> Result<String, jsonwebtoken::errors::Error> {
    let mut header = Header::new(Algorithm::EdDSA);
    header.typ = Some(TYPE.to_owned());
    header.kid = Some(key_id);
    jsonwebtoken::encode(&header, claims, key)
}

fn validation(issuer: &str) -> Validation {
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.set_issuer(&[issuer]);
    validation.set_audience(&[AUDIENCE]);
    validation.set_required_spec_claims(&["iss", "aud", "sub", "exp", "nbf"]);
    validation.validate_nbf = true;
    validation.leeway = LEEWAY;
    validation
}

fn bad_key(error: impl std::fmt::Display) -> BadKey {
    BadKey(error.to_string())
}
