//! Salted commitments: a leaf can vouch for a text without holding it, and still does after the text is erased.

use crate::Hash;

/// Sixteen random bytes, kept beside the text they hide and erased together with it.
pub type Salt = [u8; 16];

/// SHA-256(salt ‖ UTF-8 text).
pub fn commit(salt: &Salt, text: &str) -> Hash {
    Hash::of_parts(&[salt, text.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_binds_salt_and_text() {
        let commitment = commit(&[7; 16], "陳大文");
        assert_eq!(commitment, commit(&[7; 16], "陳大文"));
        assert_ne!(commitment, commit(&[8; 16], "陳大文"));
        assert_ne!(commitment, commit(&[7; 16], "陳大文 "));
    }
}
