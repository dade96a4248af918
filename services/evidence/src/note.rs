//! What a log says of itself, signed: notes (c2sp.org/signed-note), the checkpoints in them (c2sp.org/tlog-checkpoint), the
//! cosignatures of witnesses (c2sp.org/tlog-cosignature), and how they are asked for (c2sp.org/tlog-witness).

mod checkpoint;
mod key;
mod name;
mod request;
mod signature;
mod signed;

pub use checkpoint::{BadCheckpoint, Checkpoint};
pub use key::{BadKey, PublicKey, SecretKey, SignerKey, VerifierKey, WitnessKey, WitnessSigner};
pub use name::{club_origin, directory_origin};
pub use request::CosignRequest;
pub use signature::{KeyId, NoteSignature, Signer};
pub use signed::{BadNote, MAX_NOTE, MAX_SIGNATURES, SignedNote, Signers, Witnessed};

use crate::Hash;
use base64::{Engine, prelude::BASE64_STANDARD};

/// Standard Base64 with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// Reads standard Base64 in the one way in which [`base64`] writes it.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    BASE64_STANDARD.decode(text).ok()
}

/// Reads the Base64 of a hash.
pub(crate) fn hash_from_base64(text: &str) -> Option<Hash> {
    from_base64(text)?.try_into().ok().map(Hash)
}

/// Reads a number without sign and leading zeros.
pub(crate) fn decimal(text: &str) -> Option<u64> {
    text.parse()
        .ok()
        .filter(|number: &u64| number.to_string() == text)
}
