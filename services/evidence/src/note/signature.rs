//! A line under a note.

use super::name::is_name;
use super::{base64, from_base64};
use crate::Hash;

/// What tells keys of one name apart: the first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key). Not a secret, and
/// easy to collide; a signature counts only if it verifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(pub [u8; 4]);

impl KeyId {
    pub(super) fn of(name: &str, signature_type: u8, public_key: &[u8; 32]) -> Self {
        let hash = Hash::of_parts(&[name.as_bytes(), b"\n", &[signature_type], public_key]);
        let [a, b, c, d, ..] = hash.0;
        Self([a, b, c, d])
    }
}

impl std::fmt::Display for KeyId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08x}", u32::from_be_bytes(self.0))
    }
}

/// Whose signature it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signer {
    /// The key's name.
    pub name: String,
    /// The key's id.
    pub key_id: KeyId,
}

impl std::fmt::Display for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}+{}", self.name, self.key_id)
    }
}

/// A signature under a note, of whatever type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteSignature {
    pub(super) signer: Signer,
    /// 64 bytes of Ed25519; behind an 8-byte time if it is a witness's; anything if the key is not known.
    pub(super) bytes: Vec<u8>,
}

/// What every signature line starts with: an em dash and a space.
const DASH: &str = "\u{2014} ";

impl NoteSignature {
    /// Whose it is said to be.
    pub fn signer(&self) -> &Signer {
        &self.signer
    }

    /// Reads a line without its newline.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let (name, text) = line.strip_prefix(DASH)?.split_once(' ')?;
        let bytes = from_base64(text)?;
        let (key_id, bytes) = bytes.split_first_chunk()?;
        if !is_name(name) || bytes.is_empty() {
            return None;
        }
        let (name, key_id) = (name.to_owned(), KeyId(*key_id));
        let signer = Signer { name, key_id };
        let bytes = bytes.to_vec();
        Some(Self { signer, bytes })
    }
}

impl std::fmt::Display for NoteSignature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Signer { name, key_id } = &self.signer;
        let text = base64(&[&key_id.0, &self.bytes[..]].concat());
        writeln!(f, "{DASH}{name} {text}")
    }
}
