//! The public keys of an issuer: a JSON Web Key Set (RFC 7517).

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use serde_json::Value;

/// The most keys an issuer may have: some have a few of each kind.
pub(super) const MOST: usize = 64;

/// The keys by which tokens can be checked.
pub(super) struct KeySet(Vec<Key>);

/// The document. What its keys are is read one by one: one that makes no sense does not spoil the others.
#[derive(Deserialize)]
pub(super) struct Published {
    keys: Vec<Value>,
}

struct Key {
    id: String,
    /// What it may be used with: what fits its type, and no more than it says itself.
    algorithms: Vec<Algorithm>,
    decoding: DecodingKey,
}

impl KeySet {
    /// The keys of a document that are for checking signatures; `None` if there are too many.
    pub(super) fn read(published: Published) -> Option<Self> {
        if published.keys.len() > MOST {
            return None;
        }
        let keys = published.keys.into_iter();
        Some(Self(keys.filter_map(Key::read).collect()))
    }

    /// The key with this id, if it is for this algorithm.
    pub(super) fn find(&self, id: &str, algorithm: Algorithm) -> Option<&DecodingKey> {
        let fits = |key: &&Key| key.id == id && key.algorithms.contains(&algorithm);
        self.0.iter().find(fits).map(|key| &key.decoding)
    }

    /// Whether there is a key with this id, whatever it is for.
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.iter().any(|key| key.id == id)
    }
}

impl Key {
    fn read(published: Value) -> Option<Self> {
        let key: Jwk = serde_json::from_value(published).ok()?;
        let common = &key.common;
        let signs = |usage: &PublicKeyUse| *usage == PublicKeyUse::Signature;
        let verifies = |operations: &Vec<_>| operations.contains(&KeyOperations::Verify);
        if !common.public_key_use.as_ref().is_none_or(signs)
            || !common.key_operations.as_ref().is_none_or(verifies)
        {
            return None;
        }
        let mut algorithms = of_type(&key.algorithm);
        if let Some(only) = common.key_algorithm {
            algorithms.retain(|algorithm| only == (*algorithm).into());
        }
        Some(Self {
            id: common.key_id.clone()?,
            algorithms,
            decoding: DecodingKey::from_jwk(&key).ok()?,
        })
    }
}

/// What a key of this type can be used with. That of RSA has 2048 to 8192 bits, or checks nothing.
fn of_type(parameters: &AlgorithmParameters) -> Vec<Algorithm> {
    if let AlgorithmParameters::RSA(_) = parameters {
        return vec![Algorithm::RS256, Algorithm::PS256];
    }
    if let AlgorithmParameters::EllipticCurve(key) = parameters
        && key.curve == EllipticCurve::P256
    {
        return vec![Algorithm::ES256];
    }
    if let AlgorithmParameters::OctetKeyPair(key) = parameters
        && key.curve == EllipticCurve::Ed25519
    {
        return vec![Algorithm::EdDSA];
    }
    Vec::new()
}
