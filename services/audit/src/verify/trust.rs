//! Who vouches for a checkpoint, and until when their word counts.

use super::VerificationFailure;
use evidence::{
    BadCheckpoint, BadNote, Checkpoint, Hash, SignedNote, Signer, Timestamp, VerifierKey,
};

/// A key of the service.
#[derive(Debug, Clone)]
pub struct TrustedKey {
    /// The key, under the service's name.
    pub key: VerifierKey,
    /// When it was retired: of what was entered later its signature proves nothing.
    pub retired_at: Option<Timestamp>,
}

/// A key that signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedBy {
    /// The key, under the log's name.
    pub signer: Signer,
    /// When it was retired, if it was.
    pub retired_at: Option<Timestamp>,
}

/// Which checkpoint something is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// The export's own.
    Export,
    /// One of the club that somebody kept.
    Kept,
    /// That of the directory in the export.
    ExportDirectory,
    /// One of the directory that somebody has.
    Directory,
    /// One of the club that is stored beside its entries.
    Stored,
    /// None: a head of the club in the directory's export.
    Head,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Export => "the export's checkpoint",
            Self::Kept => "the checkpoint that was kept",
            Self::ExportDirectory => "the export's checkpoint of the directory",
            Self::Directory => "the directory's checkpoint",
            Self::Stored => "a stored checkpoint",
            Self::Head => "the directory",
        })
    }
}

/// A checkpoint that at least one trusted key signed, and none falsely.
pub(super) struct Vouched {
    pub(super) checkpoint: Checkpoint,
    pub(super) by: Vec<SignedBy>,
}

/// Opens a checkpoint with the keys of the service; `of_log` makes of each the key of the log.
pub(super) fn vouched(
    note: &SignedNote,
    which: Note,
    keys: &[TrustedKey],
    of_log: impl Fn(&VerifierKey) -> VerifierKey,
) -> Result<Vouched, VerificationFailure> {
    let mut opened = None;
    let mut by = Vec::new();
    for TrustedKey { key, retired_at } in keys {
        let key = of_log(key);
        match Checkpoint::open(note, &key) {
            Ok(checkpoint) => {
                opened = Some(checkpoint);
                let (signer, retired_at) = (key.signer(), *retired_at);
                by.push(SignedBy { signer, retired_at });
            }
            Err(BadCheckpoint::Note(BadNote::NobodyKnown)) => {}
            Err(bad) => return Err(VerificationFailure::Signature(which, bad)),
        }
    }
    let checkpoint =
        opened.ok_or_else(|| VerificationFailure::UnknownKeys(which, signers(note)))?;
    Ok(Vouched { checkpoint, by })
}

fn signers(note: &SignedNote) -> Vec<Signer> {
    let signatures = note.signatures().iter();
    signatures.map(|one| one.signer().clone()).collect()
}

/// What is known of the club's tree at a size.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) from: Note,
    pub(super) size: u64,
    pub(super) root: Hash,
    /// Entries under it are no later than this, since only a key that was retired then vouches for them.
    pub(super) until: Option<Timestamp>,
}

impl Known {
    pub(super) fn of(from: Note, checkpoint: &Checkpoint, by: &[SignedBy]) -> Self {
        Self {
            from,
            size: checkpoint.size,
            root: checkpoint.root,
            until: until(by),
        }
    }
}

/// When the last of those keys was retired; `None` if one is in use.
pub(super) fn until(by: &[SignedBy]) -> Option<Timestamp> {
    let retired: Option<Vec<Timestamp>> = by.iter().map(|one| one.retired_at).collect();
    retired?.into_iter().max()
}
