//! Entries as they are stored.

use crate::{ApiKeyId, Entry, Hash};

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its sequence number.
    pub seq: u64,
    /// Its canonical bytes.
    pub leaf: Vec<u8>,
    /// Their hash.
    pub leaf_hash: Hash,
    /// The API key by which it came, if by one. No bytes of the entry say so.
    pub api_key: Option<ApiKeyId>,
}

/// A page of the entries of a club.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntriesPage {
    /// The entries, in order.
    pub entries: Vec<StoredEntry>,
    /// Whether there are entries after the last of them.
    pub has_more: bool,
}

/// What an entry says, and the hash of the bytes that say it.
#[derive(Debug, Clone, PartialEq)]
pub struct HashedEntry {
    /// What it says.
    pub entry: Entry,
    /// The hash of its bytes.
    pub leaf_hash: Hash,
}
