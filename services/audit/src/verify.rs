//! Verifies the export of a club with the keys of the service, checkpoints, the directory, and witnesses.
//!
//! FORMAT.md of `evidence` defines the checks. The export is read once, from the first line to the last.

pub(crate) mod bad_directory;
mod batch;
pub(crate) mod checkpoint_source;
pub(crate) mod directory;
pub(crate) mod entry_counts;
mod entry_verifier;
pub(crate) mod json;
pub(crate) mod openings;
pub(crate) mod report;
pub(crate) mod stored;
pub(crate) mod trust;
pub(crate) mod verdict;
pub(crate) mod verification_failure;
pub(crate) mod witnesses;

use crate::archive::Archive;
use crate::auditor::Auditor;
use checkpoint_source::CheckpointSource;
use directory::Directory;
use entry_verifier::EntryVerifier;
use evidence::{ExportHeader, SignedNote, read_export};
use openings::Openings;
use report::{Compared, Report};
use std::io::BufRead;
use trust::{KnownRoot, TrustedKey, VerifiedCheckpoint, verify_checkpoint};
use verification_failure::VerificationFailure;
use witnesses::Witnesses;

/// The evidence that an export is compared with.
#[derive(Default)]
pub struct Against<'a> {
    /// The present and former keys of the service.
    pub keys: Vec<TrustedKey>,
    /// Checkpoints of the club that the caller kept from earlier exports.
    pub kept_checkpoints: Vec<SignedNote>,
    /// The witnesses who should have cosigned the export's checkpoint of the directory.
    pub witnesses: Witnesses,
    /// A checkpoint or an export of the directory.
    pub directory: Option<Directory<'a>>,
    /// The openings of commitments, one on each line, in the order of the entries.
    pub openings: Option<Box<dyn BufRead + 'a>>,
    /// Whether the stated scores are taken as they are, and the hands not scored again.
    pub skip_rescoring: bool,
    /// The same export with random access. Without it, all matches stay in memory.
    pub archive: Option<Box<dyn Archive>>,
}

/// Verifies an export. After every entry it calls `progress` with the number of entries read, and of all entries.
pub fn verify(
    export: impl BufRead,
    against: Against<'_>,
    mut progress: impl FnMut(u64, u64),
) -> Report {
    let mut report = Report::default();
    let (header, mut leaves) = match read_export(export) {
        Ok(read) => read,
        Err(bad) => return report.with_failure(VerificationFailure::Export(bad)),
    };
    let Some((size, mut verifier, compared)) = begin(&header, against, &mut report) else {
        return report;
    };
    let bad = loop {
        let (batch, bad) = batch::next(&mut leaves);
        if batch.is_empty() {
            break bad;
        }
        for leaf in batch {
            verifier.add_leaf(leaf, &mut report);
            progress(report.entries_read, size);
        }
        if bad.is_some() {
            break bad;
        }
    };
    let is_complete = bad.is_none();
    report.failures.extend(bad.map(VerificationFailure::Export));
    verifier.finish(&mut report);
    report.list_checks(&compared, is_complete);
    report
}

/// Verifies everything before the first entry: signatures, kept checkpoints, and the directory. Without a signed checkpoint
/// the entries are not read.
fn begin<'a>(
    header: &ExportHeader,
    against: Against<'a>,
    report: &mut Report,
) -> Option<(u64, EntryVerifier<'a>, Compared)> {
    let (club, keys) = (header.club, against.keys);
    let verify_of_club =
        |note, source| verify_checkpoint(note, source, &keys, |key| key.for_club(club));
    report.club = Some(club);
    let own = verify_of_club(&header.checkpoint, CheckpointSource::Export);
    let VerifiedCheckpoint {
        checkpoint,
        signed_by,
    } = report.record(own)?;
    let mut known_roots = vec![KnownRoot::of(
        CheckpointSource::Export,
        &checkpoint,
        &signed_by,
    )];
    for note in &against.kept_checkpoints {
        let source = CheckpointSource::Kept;
        if let Some(kept) = report.record(verify_of_club(note, source)) {
            known_roots.push(KnownRoot::of(source, &kept.checkpoint, &kept.signed_by));
        }
    }
    let in_export = directory::verify_inclusion(header, &checkpoint, &keys);
    let in_export = report.record(in_export).flatten();
    known_roots.extend(in_export.as_ref().map(|found| found.known_root.clone()));
    if let Some(cosigned) = report.record(witnesses::cosignatures(header, &against.witnesses)) {
        report.record(witnesses::check_quorum(&cosigned, &against.witnesses));
        report.witnessed_by = cosigned;
    }
    let compared = Compared {
        kept_checkpoints: !against.kept_checkpoints.is_empty(),
        openings: against.openings.is_some(),
        in_directory: in_export.is_some(),
        witnesses: !against.witnesses.keys.is_empty(),
        directory: against.directory.is_some(),
        scores: !against.skip_rescoring,
    };
    if let Some(directory) = against.directory {
        let heads = directory::verify_heads(
            directory,
            (club, checkpoint.size),
            in_export.as_ref(),
            &keys,
        );
        known_roots.extend(report.record(heads).unwrap_or_default());
    }
    let mut auditor = against
        .archive
        .map_or_else(Auditor::default, Auditor::with_archive);
    auditor.skip_rescoring(against.skip_rescoring);
    let openings = report.record(against.openings.map(Openings::new).transpose());
    let verifier = EntryVerifier::new(club, &checkpoint, known_roots, auditor, report);
    let verifier = verifier.with_openings(openings.flatten());
    let size = checkpoint.size;
    (report.checkpoint, report.signed_by) = (Some(checkpoint), signed_by);
    Some((size, verifier, compared))
}
