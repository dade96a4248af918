//! An entry of a ledger as JSON, in an event as on a page of the ledger.

use std::string::FromUtf8Error;

use ledger::{ApiKeyId, Hash, StoredEntry};
use serde::Serialize;
use utoipa::ToSchema;

/// An entry as it is stored.
#[derive(Serialize, ToSchema)]
pub struct Entry {
    /// Its place in the club's ledger: 1, 2, 3, …
    #[schema(minimum = 1)]
    seq: u64,
    /// Its canonical JSON (RFC 8785), as text: in UTF-8 exactly the bytes that were hashed.
    leaf: String,
    /// SHA-256 of a zero byte and those bytes (the leaf hash of RFC 6962), 64 hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    leaf_hash: Hash,
    /// The API key by which it came, if by one: the leaf's `actor` is the account that the key acts for. No hash covers this, and an
    /// export does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    api_key: Option<ApiKeyId>,
}

impl TryFrom<StoredEntry> for Entry {
    type Error = FromUtf8Error;

    fn try_from(stored: StoredEntry) -> Result<Self, FromUtf8Error> {
        Ok(Self {
            seq: stored.seq,
            leaf: String::from_utf8(stored.leaf)?,
            leaf_hash: stored.leaf_hash,
            api_key: stored.api_key,
        })
    }
}
