//! Verifies the cosignatures of witnesses on the directory.

use super::checkpoint_source::CheckpointSource;
use super::verification_failure::VerificationFailure;
use evidence::{BadNote, ExportHeader, WitnessKey, Witnessed};
use std::collections::BTreeSet;

/// The trusted witnesses, and their quorum.
#[derive(Debug, Clone, Default)]
pub struct Witnesses {
    /// The keys of the witnesses.
    pub keys: Vec<WitnessKey>,
    /// The number of witnesses, 1 or more, who must have cosigned; `None`: all.
    pub quorum: Option<usize>,
}

/// Verifies the witnesses' cosignatures on the export's checkpoint of the directory.
pub(super) fn cosignatures(
    header: &ExportHeader,
    witnesses: &Witnesses,
) -> Result<Vec<Witnessed>, VerificationFailure> {
    let Some(directory) = &header.directory else {
        return Ok(Vec::new());
    };
    match directory.checkpoint.verify(&[], &witnesses.keys) {
        Ok(signers) => Ok(signers.witnessed),
        Err(BadNote::NobodyKnown) => Ok(Vec::new()),
        Err(bad) => Err(VerificationFailure::Signature(
            CheckpointSource::ExportDirectory,
            bad.into(),
        )),
    }
}

/// Checks that the quorum cosigned.
pub(super) fn check_quorum(
    cosigned: &[Witnessed],
    witnesses: &Witnesses,
) -> Result<(), VerificationFailure> {
    // A witness whose key is given twice counts once.
    let mut missing: BTreeSet<_> = witnesses.keys.iter().map(WitnessKey::signer).collect();
    let quorum = witnesses.quorum.unwrap_or(missing.len());
    if cosigned.len() >= quorum {
        return Ok(());
    }
    for one in cosigned {
        missing.remove(&one.witness);
    }
    Err(VerificationFailure::Witnesses {
        quorum,
        found: cosigned.len(),
        missing: missing.into_iter().collect(),
    })
}
