//! Why the directory does not confirm an export.

use super::checkpoint_source::CheckpointSource;
use super::verdict::Verdict;
use evidence::{BadExport, Refusal};

/// Why the directory does not confirm an export.
#[derive(Debug, thiserror::Error)]
pub enum BadDirectory {
    /// A line of the directory's export, possibly its header.
    #[error("the directory's export: {0}")]
    Export(#[source] BadExport),
    /// An entry of the directory is malformed, or contradicts an earlier one.
    #[error("entry {index} of the directory, counted from 0: {refusal}")]
    Head {
        /// The index of the entry.
        index: u64,
        /// The error.
        #[source]
        refusal: Refusal,
    },
    /// The entries of the directory are not the signed ones.
    #[error("the first {size} entries of the directory are not those of {checkpoint}")]
    Root {
        /// The checkpoint.
        checkpoint: CheckpointSource,
        /// The size of the checkpoint.
        size: u64,
    },
    /// The directory and the export's proof are of different sizes. Only a complete export of the directory could show that
    /// one extends the other.
    #[error(
        "the directory that was given is of {given} entries, and the export has a proof for {proven}: which is part of which \
         shows only in an export of the directory of at least {proven} entries"
    )]
    Apart {
        /// The size of the given directory.
        given: u64,
        /// The size of the directory in the export's proof.
        proven: u64,
    },
    /// The export has no inclusion proof for its checkpoint in the directory.
    #[error("the export has no proof that the directory has its checkpoint")]
    NoProof,
    /// The directory does not have the checkpoint.
    #[error("the directory has no head of this club of {size} entries; the newest is of {newest}")]
    Absent {
        /// The size of the export.
        size: u64,
        /// The size of the newest head of the club; 0 if there is none.
        newest: u64,
    },
}

impl BadDirectory {
    pub(super) fn verdict(&self) -> Verdict {
        match self {
            Self::Export(bad) => Verdict::on_export(bad),
            Self::Head {
                refusal: Refusal::Version(_),
                ..
            }
            | Self::Apart { .. }
            | Self::NoProof
            | Self::Absent { .. } => Verdict::Incomplete,
            Self::Head { .. } | Self::Root { .. } => Verdict::Tampered,
        }
    }
}
