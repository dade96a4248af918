//! SHA-256 values, written as 64 lower-case hexadecimal digits.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A SHA-256 value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Hash(pub [u8; 32]);

/// Not 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hash is 64 lower-case hexadecimal digits")]
pub struct BadHash;

/// The hash of a leaf as RFC 6962 has it: SHA-256(0x00 ‖ bytes). The leading zero keeps a leaf from ever
/// passing for an inner node of the tree.
pub fn leaf_hash(bytes: &[u8]) -> Hash {
    Hash::of_parts(&[&[0], bytes])
}

impl Hash {
    /// SHA-256 of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::of_parts(&[bytes])
    }

    /// SHA-256 of the parts, one after another.
    pub fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }
}

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::str::FromStr for Hash {
    type Err = BadHash;

    fn from_str(text: &str) -> Result<Self, BadHash> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok();
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(BadHash)
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for Hash {
    type Error = BadHash;

    fn try_from(text: String) -> Result<Self, BadHash> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_hash_is_the_one_of_rfc_6962() {
        // The hash of the empty leaf, as certificate transparency's own test vectors have it.
        let empty = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";
        assert_eq!(leaf_hash(b"").to_string(), empty);
    }

    #[test]
    fn a_hash_reads_only_as_it_is_written() {
        let hash = Hash::of(b"faan");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for bad in [
            "",
            "00",
            &hash.to_string().to_uppercase(),
            &format!("{hash}0"),
            &"+".repeat(64),
        ] {
            assert_eq!(bad.parse::<Hash>(), Err(BadHash), "{bad}");
        }
    }
}
