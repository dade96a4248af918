//! Variants of a club.

use crate::Hash;
use evidence::Timestamp;

/// A variant of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubVariant {
    /// The content hash of its document.
    pub hash: Hash,
    /// The document: canonical JSON.
    pub document: Vec<u8>,
    /// The sequence number of the entry that added it.
    pub added_seq: u64,
    /// When it was added.
    pub added_at: Timestamp,
    /// The entry that retired it, if it is retired: no match is opened under it then.
    pub retired_seq: Option<u64>,
}

/// A page of variants, the last added first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubVariants {
    /// The variants.
    pub variants: Vec<ClubVariant>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}
