//! A club's export, held against the service's keys and against whatever else is known of its ledger.
//!
//! FORMAT.md of `evidence` says what has to hold. Everything is read once, from the first line to the last.

mod batch;
mod directory;
mod entry_counts;
mod json;
mod openings;
mod report;
mod stored;
mod trust;
mod verification_failure;
mod walk;
mod witnesses;

pub use directory::{BadDirectory, Directory};
pub use entry_counts::EntryCounts;
pub(crate) use entry_counts::declared;
pub use json::{report_json, verification_failure_json};
pub use openings::Names;
pub use report::{Check, Report, Unchecked, Upto};
pub use stored::{Followed, Moved, Stored, StoredLeaf};
pub use trust::{Note, SignedBy, TrustedKey};
pub use verification_failure::{Verdict, VerificationFailure};
pub use witnesses::Witnesses;

use crate::{Archive, Auditor};
use evidence::{ExportHeader, SignedNote, read_export};
use openings::Openings;
use std::io::BufRead;
use trust::{Known, Vouched, vouched};
use walk::Walk;

/// What an export is held against.
#[derive(Default)]
pub struct Against<'a> {
    /// The keys of the service, those that it used earlier included.
    pub keys: Vec<TrustedKey>,
    /// Checkpoints of the club that somebody kept.
    pub kept: Vec<SignedNote>,
    /// Witnesses who should have cosigned the export's checkpoint of the directory.
    pub witnesses: Witnesses,
    /// What somebody has of the directory.
    pub directory: Option<Directory<'a>>,
    /// Salts and texts that entries commit to, as lines, in their order.
    pub openings: Option<Box<dyn BufRead + 'a>>,
    /// Whether hands are believed to be worth what the entries say, instead of being scored again.
    pub believe_scores: bool,
    /// The same export once more, to be read from anywhere; without it every match is kept in memory.
    pub archive: Option<Box<dyn Archive>>,
}

/// With what an export was compared.
struct Compared {
    kept: bool,
    openings: bool,
    /// With the directory, by the proof in the export.
    in_directory: bool,
    /// With what witnesses saw of the directory.
    witnesses: bool,
    /// With the directory that somebody has.
    directory: bool,
    believed_scores: bool,
}

/// Reads an export and says what is right with it, and what is not. After every entry `progress` is told how many were
/// read, of how many.
pub fn verify(
    export: impl BufRead,
    against: Against<'_>,
    mut progress: impl FnMut(u64, u64),
) -> Report {
    let mut report = Report::default();
    let (header, mut leaves) = match read_export(export) {
        Ok(read) => read,
        Err(bad) => return report.doubting(VerificationFailure::Export(bad)),
    };
    let Some((size, mut walk, compared)) = begin(&header, against, &mut report) else {
        return report;
    };
    let bad = loop {
        let (batch, bad) = batch::next(&mut leaves);
        if batch.is_empty() {
            break bad;
        }
        for read in batch {
            walk.leaf(read, &mut report);
            progress(report.read, size);
        }
        if bad.is_some() {
            break bad;
        }
    };
    let complete = bad.is_none();
    report.doubts.extend(bad.map(VerificationFailure::Export));
    walk.end(&mut report);
    report.list(&compared, complete);
    report
}

/// Everything that is checked before the first entry: signatures, kept checkpoints, and the directory. Without a checkpoint
/// that is vouched for there is nothing to hold the entries against.
fn begin<'a>(
    header: &ExportHeader,
    against: Against<'a>,
    report: &mut Report,
) -> Option<(u64, Walk<'a>, Compared)> {
    let (club, keys) = (header.club, against.keys);
    let of_club = |note, which| vouched(note, which, &keys, |key| key.for_club(club));
    report.club = Some(club);
    let opened = of_club(&header.checkpoint, Note::Export);
    let Vouched { checkpoint, by } = report.record(opened)?;
    let mut known = vec![Known::of(Note::Export, &checkpoint, &by)];
    for note in &against.kept {
        if let Some(kept) = report.record(of_club(note, Note::Kept)) {
            known.push(Known::of(Note::Kept, &kept.checkpoint, &kept.by));
        }
    }
    let stands = directory::in_export(header, &checkpoint, &keys);
    let stands = report.record(stands).flatten();
    known.extend(stands.as_ref().map(|stands| stands.known.clone()));
    if let Some(heard) = report.record(witnesses::heard(header, &against.witnesses)) {
        report.record(witnesses::check_quorum(&heard, &against.witnesses));
        report.witnessed_by = heard;
    }
    let compared = Compared {
        kept: !against.kept.is_empty(),
        openings: against.openings.is_some(),
        in_directory: stands.is_some(),
        witnesses: !against.witnesses.keys.is_empty(),
        directory: against.directory.is_some(),
        believed_scores: against.believe_scores,
    };
    if let Some(directory) = against.directory {
        let about = (club, checkpoint.size);
        let heads = directory::shown(directory, about, stands.as_ref(), &keys);
        known.extend(report.record(heads).unwrap_or_default());
    }
    let auditor = against
        .archive
        .map_or_else(Auditor::default, Auditor::rereading);
    let auditor = auditor.believing_scores(against.believe_scores);
    let openings = report.record(against.openings.map(Openings::new).transpose());
    let walk = Walk::new(club, &checkpoint, known, auditor, report);
    let walk = walk.opening(openings.flatten());
    let size = checkpoint.size;
    (report.checkpoint, report.signed_by) = (Some(checkpoint), by);
    Some((size, walk, compared))
}
