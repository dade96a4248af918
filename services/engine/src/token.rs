//! Access tokens: JSON Web Tokens signed with Ed25519 (RFC 7519, RFC 8037, RFC 9068), as the gateway makes them, checked
//! by public keys alone.

use std::collections::HashMap;
use std::time::Duration;

use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use wire::Rejection;

/// Seconds by which clocks may differ.
const LEEWAY: u64 = 5;

/// The media type of an access token (RFC 9068); no other kind of token is taken for one.
const TYPE: &str = "at+jwt";

/// Which tokens are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRules {
    /// The public keys that may have signed them: a JSON Web Key Set (RFC 7517), each key with its `kid`. Those that
    /// are not Ed25519 are passed over.
    pub keys: Vec<u8>,
    /// The `iss` they must name.
    pub issuer: String,
    /// The `aud` they must name: one that no token for anything else names.
    pub audience: String,
}

/// Keys by which no token can be checked.
#[derive(Debug, thiserror::Error)]
pub enum BadKeys {
    /// They are no JSON Web Key Set.
    #[error("the token keys are no JSON Web Key Set: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// A key is damaged.
    #[error("the token key {0:?} cannot be used: {1}")]
    Key(String, jsonwebtoken::errors::Error),
    /// There is none to check by.
    #[error("the token keys have no Ed25519 key with a `kid`")]
    Missing,
}

/// Checks tokens.
pub(crate) struct Tokens {
    keys: HashMap<String, DecodingKey>,
    validation: Validation,
}

#[derive(Deserialize)]
struct Claims {
    exp: u64,
}

impl Tokens {
    pub(crate) fn new(rules: &TokenRules) -> Result<Tokens, BadKeys> {
        tls::install_crypto_providers();
        let set: JwkSet = serde_json::from_slice(&rules.keys)?;
        let mut keys = HashMap::new();
        for key in set.keys.iter().filter(|key| is_ed25519(key)) {
            let Some(id) = key.common.key_id.clone() else {
                continue;
            };
            let decoding =
                DecodingKey::from_jwk(key).map_err(|error| BadKeys::Key(id.clone(), error))?;
            keys.insert(id, decoding);
        }
        if keys.is_empty() {
            return Err(BadKeys::Missing);
        }
        Ok(Tokens {
            keys,
            validation: validation(rules),
        })
    }

    /// How long the token is still good for, if it is one of ours and its time has come and not passed. Keys that a
    /// header brings along (`jwk`, `jku`, `x5u`) are never looked at; extensions it calls critical are not understood.
    pub(crate) fn verify(&self, token: &str) -> Result<Duration, Rejection> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| Rejection::TokenInvalid)?;
        if header.typ.as_deref() != Some(TYPE) || header.crit.is_some() {
            return Err(Rejection::TokenInvalid);
        }
        let key = header.kid.and_then(|id| self.keys.get(&id));
        let key = key.ok_or(Rejection::TokenInvalid)?;
        // The signature is checked first, so that the finer reasons are told to none but a holder of our tokens.
        let token = jsonwebtoken::decode::<Claims>(token, key, &self.validation);
        let token = token.map_err(|error| why(error.kind()))?;
        let left = token.claims.exp.saturating_add(LEEWAY);
        Ok(Duration::from_secs(
            left.saturating_sub(jsonwebtoken::get_current_timestamp()),
        ))
    }
}

fn why(error: &ErrorKind) -> Rejection {
    if matches!(error, ErrorKind::ExpiredSignature) {
        Rejection::TokenExpired
    } else if matches!(error, ErrorKind::InvalidAudience) {
        Rejection::TokenForOthers
    } else {
        Rejection::TokenInvalid
    }
}

fn is_ed25519(key: &Jwk) -> bool {
    matches!(&key.algorithm, AlgorithmParameters::OctetKeyPair(pair) if pair.curve == EllipticCurve::Ed25519)
}

fn validation(rules: &TokenRules) -> Validation {
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.set_issuer(&[&rules.issuer]);
    validation.set_audience(&[&rules.audience]);
    validation.set_required_spec_claims(&["iss", "aud", "sub", "exp", "nbf"]);
    validation.validate_nbf = true;
    validation.leeway = LEEWAY;
    validation
}
