//! Rows of a club and of the directory as they are stored, for the auditor.

use crate::{Hash, LogKey, StoredEntry};

/// Some entries, and what is kept beside them.
#[derive(Debug, Clone)]
pub struct AuditPage {
    /// The entries, in order.
    pub entries: Vec<StoredEntry>,
    /// Whether they are few, and there are none after them. A long page is never the last: after it comes one without entries.
    pub is_last: bool,
    /// Checkpoints whose last entry is one of them.
    pub checkpoints: Vec<UncheckedCheckpoint>,
    /// What is repeated of each of them beside its bytes: [`Projection::Entries`](crate::Projection::Entries).
    pub repeated: Vec<ProjectedRow>,
    /// What each of them moved in its match: [`Projection::MatchEntries`](crate::Projection::MatchEntries).
    pub moved: Vec<ProjectedRow>,
    /// Every key that ever signed.
    pub keys: UncheckedKeys,
    /// How many entries the club says that it has.
    pub size: u64,
}

/// The keys that sign and those that once did, as they are stored.
#[derive(Debug, Clone)]
pub struct UncheckedKeys {
    /// The keys.
    pub keys: Vec<LogKey>,
    /// What is stored as a key and is none.
    pub not_keys: Vec<String>,
}

/// A checkpoint as it is stored, whatever that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncheckedCheckpoint {
    /// How many entries it is stored for.
    pub size: u64,
    /// The root that is stored with it.
    pub root: Hash,
    /// The note.
    pub note: String,
}

/// A row of a table that follows from the entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectedRow {
    /// What tells it from the others of its club.
    pub id: String,
    /// Its fields, as a JSON object.
    pub fields: String,
}

/// Some heads of the directory, and what is kept beside them, as they are stored, whatever that is.
#[derive(Debug, Clone, Default)]
pub struct DirectoryPage {
    /// The heads, by their places.
    pub heads: Vec<UncheckedHead>,
    /// Checkpoints of the directory whose last head is one of them.
    pub checkpoints: Vec<UncheckedDirectoryCheckpoint>,
    /// What witnesses cosigned of these sizes.
    pub cosignatures: Vec<UncheckedCosignature>,
}

/// A head of the directory as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncheckedHead {
    /// Its place, counted from 0.
    pub index: i64,
    /// Its bytes.
    pub leaf: Vec<u8>,
    /// The hash that is stored with them.
    pub leaf_hash: Vec<u8>,
}

/// A checkpoint of the directory as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncheckedDirectoryCheckpoint {
    /// How many heads it is stored for.
    pub size: i64,
    /// What is kept of the tree over them.
    pub tree: Vec<u8>,
    /// The note.
    pub note: String,
}

/// A cosignature as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncheckedCosignature {
    /// The directory's size that it is stored for.
    pub size: i64,
    /// The witness, as its verifier key.
    pub witness: String,
    /// The line under the note.
    pub line: String,
}
