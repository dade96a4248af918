//! Secrets nobody can guess, and how they are kept: only their hashes are stored.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// 256 bits of chance.
#[expect(
    clippy::disallowed_methods,
    reason = "the door through which chance enters: refresh tokens, API keys and the decoy password"
)]
pub(crate) fn fresh() -> [u8; 32] {
    rand::random()
}

/// What the secret of an API key begins with: by this the gate knows one, and so do tools that look for secrets where they should
/// not be.
pub(crate) const API_KEY: &str = "faan_";

/// A secret as it is handed to a client.
pub(crate) fn to_text(secret: [u8; 32]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(secret)
}

/// What is stored of a secret. It has enough chance in it that a plain hash cannot be searched.
pub(crate) fn hash_of(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}
