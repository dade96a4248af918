//! Verifies the signatures of checkpoints with the keys of the service.

use super::checkpoint_source::CheckpointSource;
use super::verification_failure::VerificationFailure;
use evidence::{
    BadCheckpoint, BadNote, Checkpoint, Hash, SignedNote, Signer, Timestamp, VerifierKey,
};

/// A key of the service.
#[derive(Debug, Clone)]
pub struct TrustedKey {
    /// The key with the name of the service.
    pub key: VerifierKey,
    /// The time of its retirement. Its signature proves nothing about later entries.
    pub retired_at: Option<Timestamp>,
}

/// A key that signed a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedBy {
    /// The key with the name of the log.
    pub signer: Signer,
    /// The time of its retirement.
    pub retired_at: Option<Timestamp>,
}

/// A checkpoint with at least one signature by a trusted key, and no false signature by any.
pub(super) struct VerifiedCheckpoint {
    pub(super) checkpoint: Checkpoint,
    pub(super) signed_by: Vec<SignedBy>,
}

/// Verifies the signatures of a checkpoint. `of_log` converts a key of the service to the key of the log.
pub(super) fn verify_checkpoint(
    note: &SignedNote,
    source: CheckpointSource,
    keys: &[TrustedKey],
    of_log: impl Fn(&VerifierKey) -> VerifierKey,
) -> Result<VerifiedCheckpoint, VerificationFailure> {
    let mut opened = None;
    let mut signed_by = Vec::new();
    for TrustedKey { key, retired_at } in keys {
        let key = of_log(key);
        match Checkpoint::open(note, &key) {
            Ok(checkpoint) => {
                opened = Some(checkpoint);
                let (signer, retired_at) = (key.signer(), *retired_at);
                signed_by.push(SignedBy { signer, retired_at });
            }
            Err(BadCheckpoint::Note(BadNote::NobodyKnown)) => {}
            Err(bad) => return Err(VerificationFailure::Signature(source, bad)),
        }
    }
    let checkpoint =
        opened.ok_or_else(|| VerificationFailure::UnknownKeys(source, signers(note)))?;
    Ok(VerifiedCheckpoint {
        checkpoint,
        signed_by,
    })
}

fn signers(note: &SignedNote) -> Vec<Signer> {
    let signatures = note.signatures().iter();
    signatures.map(|one| one.signer().clone()).collect()
}

/// A known root of the club's tree at a size.
#[derive(Debug, Clone)]
pub(super) struct KnownRoot {
    pub(super) from: CheckpointSource,
    pub(super) size: u64,
    pub(super) root: Hash,
    /// Entries under this root must not be later than this, since only keys that were retired at this time signed it.
    pub(super) until: Option<Timestamp>,
}

impl KnownRoot {
    pub(super) fn of(
        from: CheckpointSource,
        checkpoint: &Checkpoint,
        signed_by: &[SignedBy],
    ) -> Self {
        Self {
            from,
            size: checkpoint.size,
            root: checkpoint.root,
            until: retired_at(signed_by),
        }
    }
}

/// The time when the last of the keys was retired; `None` if one is active.
pub(super) fn retired_at(signed_by: &[SignedBy]) -> Option<Timestamp> {
    let retired: Option<Vec<Timestamp>> = signed_by.iter().map(|one| one.retired_at).collect();
    retired?.into_iter().max()
}
