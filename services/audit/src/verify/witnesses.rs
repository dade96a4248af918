//! Who else saw the directory.

use super::VerificationFailure;
use super::trust::Note;
use evidence::{BadNote, ExportHeader, WitnessKey, Witnessed};
use std::collections::BTreeSet;

/// Witnesses whose word counts.
#[derive(Debug, Clone, Default)]
pub struct Witnesses {
    /// Their keys.
    pub keys: Vec<WitnessKey>,
    /// How many of them, 1 or more, must have cosigned; `None`: all.
    pub least: Option<usize>,
}

/// Those of them who cosigned the export's checkpoint of the directory.
pub(super) fn heard(
    header: &ExportHeader,
    known: &Witnesses,
) -> Result<Vec<Witnessed>, VerificationFailure> {
    let Some(directory) = &header.directory else {
        return Ok(Vec::new());
    };
    match directory.checkpoint.verify(&[], &known.keys) {
        Ok(signers) => Ok(signers.witnessed),
        Err(BadNote::NobodyKnown) => Ok(Vec::new()),
        Err(bad) => Err(VerificationFailure::Signature(
            Note::ExportDirectory,
            bad.into(),
        )),
    }
}

/// That they are enough.
pub(super) fn check_quorum(
    heard: &[Witnessed],
    known: &Witnesses,
) -> Result<(), VerificationFailure> {
    // One that is named twice is one.
    let mut missing: BTreeSet<_> = known.keys.iter().map(WitnessKey::signer).collect();
    let least = known.least.unwrap_or(missing.len());
    if heard.len() >= least {
        return Ok(());
    }
    for one in heard {
        missing.remove(&one.witness);
    }
    Err(VerificationFailure::Witnesses {
        least,
        found: heard.len(),
        missing: missing.into_iter().collect(),
    })
}
