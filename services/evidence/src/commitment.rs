//! Salted commitments: a leaf can vouch for a text without holding it, and still does after the text is erased.

use crate::Hash;
use mahjong::string_enum;

/// Sixteen random bytes, kept beside the text they hide and erased together with it.
pub type Salt = [u8; 16];

/// SHA-256(salt ‖ UTF-8 text).
pub fn commit(salt: &Salt, text: &str) -> Hash {
    Hash::of_parts(&[salt, text.as_bytes()])
}

string_enum! {
    /// What a text is to the entry that commits to it; the leaf's field is this word and `_commitment`.
    pub enum Committed {
        /// The name of a club, a player, a season or a tournament.
        Name = "name",
        /// Why something was entered.
        Reason = "reason",
        /// What was noted with it.
        Note = "note",
    }
}

/// A text that an entry commits to. It is kept beside the ledger, or was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment {
    /// What the text is.
    pub field: Committed,
    /// SHA-256(salt ‖ UTF-8 text).
    pub hash: Hash,
}

impl Commitment {
    /// One to the name of what the entry founds, enrols or opens.
    pub(crate) fn to_name(hash: Hash) -> Self {
        Self {
            field: Committed::Name,
            hash,
        }
    }

    /// One to a reason.
    pub(crate) fn to_reason(hash: Hash) -> Self {
        Self {
            field: Committed::Reason,
            hash,
        }
    }

    /// One to a note.
    pub(crate) fn to_note(hash: Hash) -> Self {
        Self {
            field: Committed::Note,
            hash,
        }
    }

    /// Whether this is the text.
    pub fn opens(&self, salt: &Salt, text: &str) -> bool {
        commit(salt, text) == self.hash
    }
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
