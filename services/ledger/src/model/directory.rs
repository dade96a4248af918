//! The directory: the log of the checkpoints of all clubs.

use crate::Timestamp;
use evidence::{Frontier, SignedNote};

/// A checkpoint of the directory, as it was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryCheckpoint {
    /// The tree over the heads.
    pub tree: Frontier,
    /// The signed note, with what witnesses cosigned.
    pub note: SignedNote,
    /// When it was signed.
    pub signed_at: Timestamp,
}

/// A leaf of the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredHead {
    /// Its place, counted from 0.
    pub index: u64,
    /// Its canonical bytes: an [`evidence::Head`].
    pub leaf: Vec<u8>,
}
