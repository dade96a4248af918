//! Verifies entry after entry: adds their hashes to the Merkle tree, compares its roots with checkpoints, and passes the
//! entries to the auditor.

use super::batch::ParsedLeaf;
use super::checkpoint_source::CheckpointSource;
use super::openings::Openings;
use super::report::{EntryPosition, Report};
use super::trust::KnownRoot;
use super::verdict::Verdict;
use super::verification_failure::VerificationFailure;
use crate::auditor::Auditor;
use crate::entry_error::EntryError;
use evidence::{Checkpoint, ClubId, Entry, Frontier, Hash, Opening, Subtree, Timestamp};

pub(super) struct EntryVerifier<'a> {
    club: ClubId,
    frontier: Frontier,
    /// The complete subtrees of the tree.
    subtrees: Vec<Subtree>,
    /// The known roots of sizes that are not reached yet, the largest size first.
    known_roots: Vec<KnownRoot>,
    /// The known roots that only retired keys signed. Each limits the time of the entries under it.
    retired_roots: Vec<KnownRoot>,
    /// Checks the entries up to the first error. Later entries cannot be checked.
    auditor: Auditor,
    has_failed: bool,
    /// The first entry that failed, if it has a part that this program does not know and the entries before it are sound.
    unknown_from: Option<u64>,
    openings: Option<Openings<'a>>,
}

impl<'a> EntryVerifier<'a> {
    /// A verifier of an export. Known roots of sizes beyond the export, or of another tree of its size, are failures.
    pub(super) fn new(
        club: ClubId,
        export: &Checkpoint,
        known_roots: Vec<KnownRoot>,
        auditor: Auditor,
        report: &mut Report,
    ) -> Self {
        let mut verifier = Self::begin(club, auditor);
        let retired_roots = known_roots.iter().filter(|known| known.until.is_some());
        verifier.retired_roots = retired_roots.cloned().collect();
        let (mut within, beyond): (Vec<KnownRoot>, Vec<KnownRoot>) = known_roots
            .into_iter()
            .partition(|one| one.size <= export.size);
        let newest = beyond.iter().max_by_key(|one| one.size);
        report
            .failures
            .extend(newest.map(|one| VerificationFailure::Later {
                checkpoint: one.from,
                size: one.size,
                entries: export.size,
            }));
        let is_other = |one: &&KnownRoot| one.size == export.size && one.root != export.root;
        let other = within.iter().find(is_other);
        report
            .failures
            .extend(other.map(|one| VerificationFailure::TwoHistories {
                checkpoint: one.from,
                size: one.size,
                root: export.root,
                other: one.root,
            }));
        within.retain(|one| one.size < export.size || one.from == CheckpointSource::Export);
        within.sort_by_key(|one| std::cmp::Reverse(one.size));
        verifier.known_roots = within;
        verifier.compare_roots(report);
        verifier
    }

    /// A verifier of a ledger without known roots.
    pub(super) fn begin(club: ClubId, auditor: Auditor) -> Self {
        Self {
            club,
            frontier: Frontier::EMPTY,
            subtrees: Vec::new(),
            known_roots: Vec::new(),
            retired_roots: Vec::new(),
            auditor,
            has_failed: false,
            unknown_from: None,
            openings: None,
        }
    }

    /// Adds a known root of a size that is not reached yet.
    pub(super) fn add_known_root(&mut self, known: KnownRoot) {
        let size = self.frontier.size();
        self.retired_roots.retain(|retired| retired.size > size);
        if known.until.is_some() {
            self.retired_roots.push(known.clone());
        }
        self.known_roots.push(known);
        self.known_roots
            .sort_by_key(|one| std::cmp::Reverse(one.size));
    }

    /// Removes the known roots of all sizes that are not reached yet.
    pub(super) fn clear_known_roots(&mut self) {
        self.known_roots.clear();
    }

    /// The known root of the smallest size that is not reached yet.
    pub(super) fn next_known_root(&self) -> Option<&KnownRoot> {
        self.known_roots.last()
    }

    /// The auditor; `None` after an entry failed.
    pub(super) fn auditor(&self) -> Option<&Auditor> {
        (!self.has_failed).then_some(&self.auditor)
    }

    /// The auditor, and the entry before which it stopped, if that entry is only unknown; `None` after an entry failed otherwise.
    pub(super) fn auditor_of_known(&self) -> Option<(&Auditor, Option<u64>)> {
        let is_usable = !self.has_failed || self.unknown_from.is_some();
        is_usable.then_some((&self.auditor, self.unknown_from))
    }

    /// The Merkle tree over all entries so far, and its complete subtrees.
    pub(super) fn tree(&self) -> (&Frontier, &[Subtree]) {
        (&self.frontier, &self.subtrees)
    }

    /// Sets whether the next hands are taken as they are stated and not scored again.
    pub(super) fn skip_rescoring(&mut self, skips: bool) {
        self.auditor.skip_rescoring(skips);
    }

    /// Compares these texts with the commitments of the entries.
    pub(super) fn with_openings(self, openings: Option<Openings<'a>>) -> Self {
        Self { openings, ..self }
    }

    /// Verifies the next leaf. Its hash is added to the tree also after an entry failed, since the root shows whether the
    /// bytes were signed.
    pub(super) fn add_leaf(&mut self, leaf: ParsedLeaf, report: &mut Report) {
        let ParsedLeaf {
            seq,
            leaf_hash,
            entry,
        } = leaf;
        self.subtrees.extend(self.frontier.push(leaf_hash));
        report.entries_read = seq;
        self.compare_roots(report);
        if self.has_failed {
            return;
        }
        match self.check_entry(entry, leaf_hash) {
            Ok(entry) => {
                self.check_retired_keys(seq, entry.time, report);
                report.counts.add(&entry);
                self.check_openings(&entry, report);
                let time = entry.time;
                report.last_verified = Some(EntryPosition { seq, time });
            }
            Err(error) => {
                self.has_failed = true;
                let failure = VerificationFailure::Entry { seq, error };
                self.unknown_from = (failure.verdict() == Verdict::Incomplete).then_some(seq);
                report.failures.push(failure);
            }
        }
    }

    fn check_entry(
        &mut self,
        entry: Result<Entry, EntryError>,
        leaf_hash: Hash,
    ) -> Result<Entry, EntryError> {
        let entry = entry?;
        if entry.club != self.club {
            return Err(EntryError::OtherClub);
        }
        self.auditor.apply(&entry, leaf_hash)?;
        Ok(entry)
    }

    /// Checks the openings of an entry. After an opening that is malformed or does not match, no others are read.
    fn check_openings(&mut self, entry: &Entry, report: &mut Report) {
        let Some(openings) = &mut self.openings else {
            return;
        };
        let on_opening = |opening: Opening| {
            report.names.record(&entry.body, &opening.text);
            report.openings.push(opening);
        };
        if let Err(failure) = openings.check(entry, on_opening) {
            report.failures.push(failure);
            self.openings = None;
        }
    }

    /// Compares the root of the tree with the known roots of its size.
    fn compare_roots(&mut self, report: &mut Report) {
        let size = self.frontier.size();
        while let Some(known) = self.known_roots.pop_if(|known| known.size == size) {
            let (expected, found): (Hash, Hash) = (known.root, self.frontier.root());
            if expected == found {
                report.entries_signed = size;
                continue;
            }
            report.failures.push(VerificationFailure::Root {
                checkpoint: known.from,
                size,
                expected,
                found,
            });
        }
    }

    /// Checks that an entry is not later than the retirement of the only keys that signed it.
    fn check_retired_keys(&mut self, seq: u64, time: Timestamp, report: &mut Report) {
        let is_late =
            |known: &mut KnownRoot| seq <= known.size && known.until.is_some_and(|at| at < time);
        for known in self.retired_roots.extract_if(.., is_late) {
            let Some(retired_at) = known.until else {
                continue;
            };
            report.failures.push(VerificationFailure::Retired {
                checkpoint: known.from,
                seq,
                time,
                retired_at,
            });
        }
    }

    /// Completes the report after the last leaf.
    pub(super) fn finish(self, report: &mut Report) {
        report.counts.hands = self.auditor.hands();
        report.open_balances = self.auditor.open_balances();
    }
}
