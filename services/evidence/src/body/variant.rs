//! The rules of a variant are in the ledger of every club that plays by them.

use crate::Hash;
use crate::canonical::{self, Refusal};
use crate::{Authority, Kind, Subject};
use serde::{Deserialize, Serialize};

/// The rules of a variant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantAdded {
    /// SHA-256 of the document's canonical bytes.
    pub variant_hash: Hash,
    /// The document itself.
    pub document: serde_json::Value,
}

impl Kind for VariantAdded {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn check(&self) -> Result<(), Refusal> {
        let hash = Hash::of(&self.document_bytes()?);
        (hash == self.variant_hash)
            .then_some(())
            .ok_or(Refusal::Contradiction(
                "the document does not have the hash that is stated for it",
            ))
    }
}

impl VariantAdded {
    /// A variant from the canonical bytes of its document.
    pub fn from_document(bytes: &[u8]) -> Result<Self, Refusal> {
        let document = serde_json::from_slice(bytes).map_err(Refusal::from)?;
        if canonical::bytes(&document)? != bytes {
            return Err(Refusal::NotCanonical);
        }
        Ok(Self {
            variant_hash: Hash::of(bytes),
            document,
        })
    }

    /// The canonical bytes of the document.
    pub fn document_bytes(&self) -> Result<Vec<u8>, Refusal> {
        canonical::bytes(&self.document)
    }
}
