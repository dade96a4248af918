//! Why an export is not believed, or not altogether.

use super::directory::BadDirectory;
use super::trust::Note;
use crate::Finding;
use evidence::{BadCheckpoint, BadExport, BadHeader, Hash, Refusal, Signer, Timestamp};

/// What is to be thought of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Everything that was checked is right.
    Sound,
    /// Nothing is wrong, but it does not show what it should.
    Incomplete,
    /// Something is wrong.
    Tampered,
}

/// Something that keeps an export from being sound.
#[derive(Debug, thiserror::Error)]
pub enum VerificationFailure {
    /// Its lines, the first one included.
    #[error("{0}")]
    Export(#[source] BadExport),
    /// A checkpoint that a key is said to have signed and did not, or one of another log.
    #[error("{0} is forged: {1}")]
    Signature(Note, #[source] BadCheckpoint),
    /// None of the keys that were given signed a checkpoint.
    #[error("{0} is signed by none of the known keys, but by {signers}", signers = list(.1))]
    UnknownKeys(Note, Vec<Signer>),
    /// An entry is later than the retirement of the only keys that vouch for it.
    #[error(
        "{note} has entry {seq} of {time}, and the key that signed it was retired at {retired_at}"
    )]
    Retired {
        /// Which checkpoint.
        note: Note,
        /// The entry.
        seq: u64,
        /// When it was entered.
        time: Timestamp,
        /// When the last of the keys was retired.
        retired_at: Timestamp,
    },
    /// An entry.
    #[error("entry {seq}: {finding}")]
    Entry {
        /// Its sequence number.
        seq: u64,
        /// What is wrong with it.
        #[source]
        finding: Finding,
    },
    /// The entries, taken together, are not those that were signed.
    #[error(
        "the first {size} entries are not those of {note}: its root is {expected}, theirs is {found}"
    )]
    Root {
        /// Which checkpoint.
        note: Note,
        /// How many entries it is of.
        size: u64,
        /// Its root.
        expected: Hash,
        /// The root that the entries have.
        found: Hash,
    },
    /// Two checkpoints of one size have different roots: the service told two stories.
    #[error(
        "{note} and the export's are both of {size} entries, with different roots: {other} and {root}. The service signed \
         two histories"
    )]
    TwoHistories {
        /// Which other checkpoint.
        note: Note,
        /// The size of both.
        size: u64,
        /// The root of the export's.
        root: Hash,
        /// The root of the other.
        other: Hash,
    },
    /// A checkpoint is stored for another tree than it is of.
    #[error(
        "the checkpoint that is stored for {size} entries and the root {root} is of {noted_size} entries and the root {noted_root}"
    )]
    Misfiled {
        /// How many entries it is stored for.
        size: u64,
        /// The root that is stored with it.
        root: Hash,
        /// How many entries it is of.
        noted_size: u64,
        /// Its root.
        noted_root: Hash,
    },
    /// A checkpoint is of more entries than the export.
    #[error("{note} is of {size} entries, and there are only {entries}")]
    Later {
        /// Which checkpoint.
        note: Note,
        /// How many entries it is of.
        size: u64,
        /// How many the export has.
        entries: u64,
    },
    /// A line of the openings is none.
    #[error("line {line} of the openings: {why}")]
    Openings {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
    /// A text is not the one that its entry commits to, or it is out of its turn.
    #[error(
        "the text that is given for entry {seq} is not the one that it commits to, or not in the order of the entries"
    )]
    Opening {
        /// The entry.
        seq: u64,
    },
    /// Not enough witnesses cosigned the checkpoint of the directory.
    #[error(
        "{found} witnesses cosigned the export's checkpoint of the directory, and {least} should have; these did not: {}",
        list(.missing)
    )]
    Witnesses {
        /// How many should have.
        least: usize,
        /// How many did.
        found: usize,
        /// Who did not.
        missing: Vec<Signer>,
    },
    /// The directory.
    #[error(transparent)]
    Directory(#[from] BadDirectory),
}

impl Verdict {
    /// Its word, which stays.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Incomplete => "incomplete",
            Self::Tampered => "tampered",
        }
    }
}

impl VerificationFailure {
    /// Whether it shows that something is wrong, or only that something is not known.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Export(bad) => of_export(bad),
            Self::Entry { finding, .. } => of_entry(finding),
            Self::Directory(bad) => bad.verdict(),
            // Beside a checkpoint that is stored, its entries are too.
            Self::Later {
                note: Note::Stored, ..
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

    /// Its word, which stays.
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
            Self::Entry { finding, .. } => finding.code(),
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

    /// The sequence number of the entry that it is found in, if it is found in one.
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

/// An end that comes too early, and a format of tomorrow, prove nothing.
pub(super) fn of_export(bad: &BadExport) -> Verdict {
    match bad {
        BadExport::Unreadable { .. }
        | BadExport::CutOff { .. }
        | BadExport::Missing { .. }
        | BadExport::Header(BadHeader::Refused(Refusal::Version(_))) => Verdict::Incomplete,
        BadExport::TooLong { .. } | BadExport::Extra { .. } | BadExport::Header(_) => {
            Verdict::Tampered
        }
    }
}

/// What this program is too old or too new to understand is not wrong therefore.
fn of_entry(finding: &Finding) -> Verdict {
    match finding {
        Finding::Malformed(Refusal::Version(_) | Refusal::Kind(_))
        | Finding::Semantics(_)
        | Finding::Unreadable(..) => Verdict::Incomplete,
        Finding::Hash
        | Finding::Malformed(_)
        | Finding::OtherClub
        | Finding::Sequence { .. }
        | Finding::Time
        | Finding::Variant(_)
        | Finding::Unfounded(_)
        | Finding::NotPermitted(_)
        | Finding::Refused(_)
        | Finding::Contradicts(_)
        | Finding::Payment(_)
        | Finding::Settlement(_)
        | Finding::Differs(_)
        | Finding::Changed => Verdict::Tampered,
    }
}

fn list(signers: &[Signer]) -> String {
    let signers: Vec<String> = signers.iter().map(Signer::to_string).collect();
    signers.join(", ")
}
