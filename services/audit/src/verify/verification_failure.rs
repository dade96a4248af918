//! Why an export or a stored ledger is not sound.

use super::bad_directory::BadDirectory;
use super::checkpoint_source::CheckpointSource;
use super::verdict::Verdict;
use crate::entry_error::EntryError;
use evidence::{BadCheckpoint, BadExport, Hash, Refusal, Signer, Timestamp};

/// A reason why an export or a stored ledger is not sound.
#[derive(Debug, thiserror::Error)]
pub enum VerificationFailure {
    /// A line of the export, possibly its header.
    #[error("{0}")]
    Export(#[source] BadExport),
    /// A checkpoint with a false signature, or a checkpoint of another log.
    #[error("{0} is forged: {1}")]
    Signature(CheckpointSource, #[source] BadCheckpoint),
    /// None of the given keys signed a checkpoint.
    #[error("{0} is signed by none of the known keys, but by {signers}", signers = list(.1))]
    UnknownKeys(CheckpointSource, Vec<Signer>),
    /// An entry is later than the retirement of the only keys that signed it.
    #[error(
        "{checkpoint} has entry {seq} of {time}, and the key that signed it was retired at {retired_at}"
    )]
    Retired {
        /// The source of the checkpoint.
        checkpoint: CheckpointSource,
        /// The sequence number of the entry.
        seq: u64,
        /// The time of the entry.
        time: Timestamp,
        /// The time when the last of the keys was retired.
        retired_at: Timestamp,
    },
    /// An entry fails.
    #[error("entry {seq}: {error}")]
    Entry {
        /// The sequence number of the entry.
        seq: u64,
        /// The error.
        #[source]
        error: EntryError,
    },
    /// The entries do not have the signed root.
    #[error(
        "the first {size} entries are not those of {checkpoint}: its root is {expected}, theirs is {found}"
    )]
    Root {
        /// The source of the checkpoint.
        checkpoint: CheckpointSource,
        /// The size of the checkpoint.
        size: u64,
        /// The root of the checkpoint.
        expected: Hash,
        /// The root of the entries.
        found: Hash,
    },
    /// Two checkpoints of the same size have different roots, so the service signed two histories.
    #[error(
        "{checkpoint} and the export's are both of {size} entries, with different roots: {other} and {root}. The service signed \
         two histories"
    )]
    TwoHistories {
        /// The source of the other checkpoint.
        checkpoint: CheckpointSource,
        /// The size of both checkpoints.
        size: u64,
        /// The root of the export's checkpoint.
        root: Hash,
        /// The root of the other checkpoint.
        other: Hash,
    },
    /// A checkpoint is stored with a size and a root that are not its own.
    #[error(
        "the checkpoint that is stored for {size} entries and the root {root} is of {noted_size} entries and the root {noted_root}"
    )]
    Misfiled {
        /// The stored size.
        size: u64,
        /// The stored root.
        root: Hash,
        /// The size of the checkpoint.
        noted_size: u64,
        /// The root of the checkpoint.
        noted_root: Hash,
    },
    /// A checkpoint has more entries than the ledger.
    #[error("{checkpoint} is of {size} entries, and there are only {entries}")]
    Later {
        /// The source of the checkpoint.
        checkpoint: CheckpointSource,
        /// The size of the checkpoint.
        size: u64,
        /// The number of entries in the ledger.
        entries: u64,
    },
    /// A line of the openings is malformed.
    #[error("line {line} of the openings: {why}")]
    Openings {
        /// The line, counted from 1.
        line: u64,
        /// The reason.
        why: String,
    },
    /// An opening does not match the commitment of its entry, or is out of order.
    #[error(
        "the text that is given for entry {seq} is not the one that it commits to, or not in the order of the entries"
    )]
    Opening {
        /// The sequence number of the entry.
        seq: u64,
    },
    /// Fewer witnesses than the quorum cosigned the checkpoint of the directory.
    #[error(
        "{found} witnesses cosigned the export's checkpoint of the directory, and {quorum} should have; these did not: {}",
        list(.missing)
    )]
    Witnesses {
        /// The quorum.
        quorum: usize,
        /// The number of witnesses who cosigned.
        found: usize,
        /// The witnesses who did not cosign.
        missing: Vec<Signer>,
    },
    /// The directory does not confirm the export.
    #[error(transparent)]
    Directory(#[from] BadDirectory),
}

impl VerificationFailure {
    /// The verdict: whether the failure shows an error, or only that evidence is missing.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Export(bad) => Verdict::on_export(bad),
            Self::Entry { error, .. } => on_entry(error),
            Self::Directory(bad) => bad.verdict(),
            // The entries of a stored checkpoint must be stored too.
            Self::Later {
                checkpoint: CheckpointSource::Stored,
                ..
            } => Verdict::Tampered,
            Self::UnknownKeys(..)
            | Self::Later { .. }
            | Self::Openings { .. }
            | Self::Witnesses { .. } => Verdict::Incomplete,
            Self::Signature(..)
            | Self::Retired { .. }
            | Self::Root { .. }
            | Self::TwoHistories { .. }
            | Self::Misfiled { .. }
            | Self::Opening { .. } => Verdict::Tampered,
        }
    }

    /// The stable code of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Export(bad) => match bad {
                BadExport::Unreadable { .. } => "unreadable",
                BadExport::TooLong { .. } => "line_too_long",
                BadExport::CutOff { .. } | BadExport::Missing { .. } => "cut_off",
                BadExport::Extra { .. } => "more_than_signed",
                BadExport::Header(_) => "header",
            },
            Self::Signature(..) => "signature",
            Self::UnknownKeys(..) => "unknown_key",
            Self::Retired { .. } => "retired_key",
            Self::Entry { error, .. } => error.code(),
            Self::Root { .. } => "root",
            Self::TwoHistories { .. } => "two_histories",
            Self::Misfiled { .. } => "misfiled",
            Self::Later { .. } => "older_than_known",
            Self::Openings { .. } => "openings",
            Self::Opening { .. } => "opening",
            Self::Witnesses { .. } => "witnesses",
            Self::Directory(_) => "directory",
        }
    }

    /// The sequence number of the entry with the failure; `None` if it does not belong to one entry.
    pub fn seq(&self) -> Option<u64> {
        match self {
            Self::Retired { seq, .. } | Self::Entry { seq, .. } | Self::Opening { seq } => {
                Some(*seq)
            }
            Self::Export(_)
            | Self::Signature(..)
            | Self::UnknownKeys(..)
            | Self::Root { .. }
            | Self::TwoHistories { .. }
            | Self::Misfiled { .. }
            | Self::Later { .. }
            | Self::Openings { .. }
            | Self::Witnesses { .. }
            | Self::Directory(_) => None,
        }
    }
}

/// The verdict on an entry with this error. An entry of a version, or with a kind, a field or a word, that this program does not know is not an
/// error.
fn on_entry(error: &EntryError) -> Verdict {
    match error {
        EntryError::Malformed(
            Refusal::Version(_) | Refusal::Kind(_) | Refusal::Field(_) | Refusal::Word(_),
        )
        | EntryError::Semantics(_)
        | EntryError::UnknownRules(_)
        | EntryError::Unreadable(..) => Verdict::Incomplete,
        EntryError::Hash
        | EntryError::Malformed(_)
        | EntryError::OtherClub
        | EntryError::Sequence { .. }
        | EntryError::Time
        | EntryError::Variant(_)
        | EntryError::InvalidReference(_)
        | EntryError::NotPermitted(_)
        | EntryError::Refused(_)
        | EntryError::ContradictsMatch(_)
        | EntryError::ContradictsSettlement(_)
        | EntryError::ContradictsEvening(_)
        | EntryError::ContradictsTournament(_)
        | EntryError::Settlement(_)
        | EntryError::Differs(_)
        | EntryError::Changed => Verdict::Tampered,
    }
}

fn list(signers: &[Signer]) -> String {
    let signers: Vec<String> = signers.iter().map(Signer::to_string).collect();
    signers.join(", ")
}
