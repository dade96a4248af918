//! Verifies a stored ledger: its entries page by page, and the checkpoints that are stored with them.

use super::batch::{self, ParsedLeaf};
use super::checkpoint_source::CheckpointSource;
use super::entry_verifier::EntryVerifier;
use super::report::{Check, EntryPosition, Report, Unchecked};
use super::trust::{KnownRoot, TrustedKey, verify_checkpoint};
use super::verification_failure::VerificationFailure;
use crate::auditor::Auditor;
use crate::entry_error::EntryError;
use evidence::{
    BadNote, Checkpoint, ClubId, Frontier, Hash, MatchId, MatchState, SignedNote, Subtree,
    Timestamp,
};
use std::ops::RangeInclusive;

/// The maximum number of failures in a report. Failures after the first add little.
const MAX_FAILURES: usize = 100;

/// A stored entry.
#[derive(Debug, Clone)]
pub struct StoredLeaf {
    /// The stored sequence number.
    pub seq: u64,
    /// The bytes of the entry.
    pub leaf: Vec<u8>,
    /// The stored hash.
    pub leaf_hash: Hash,
}

/// The values of a verified entry that the ledger also stores in other columns and tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedEntry {
    /// The sequence number.
    pub seq: u64,
    /// The kind of the entry.
    pub kind: &'static str,
    /// The time of the entry.
    pub time: Timestamp,
    /// The points that it moved; `None` if it does not belong to a match.
    pub transfer: Option<MatchTransfer>,
}

/// The points that an entry moved in its match, in half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchTransfer {
    /// The sequence number.
    pub seq: u64,
    /// The match.
    pub match_id: MatchId,
    /// The gain or loss of each chair, chair 1 first.
    pub chairs: [i64; 4],
    /// The gain of the house.
    pub house: i64,
}

/// Verifies a stored ledger from its first entry to its last, as [`verify`](super::verify) verifies an export. The ledger may
/// grow meanwhile.
pub struct StoredLedger {
    club: ClubId,
    keys: Vec<TrustedKey>,
    verifier: EntryVerifier<'static>,
    report: Report,
    /// The range of entries whose hands are scored again.
    scored: RangeInclusive<u64>,
    /// Whether there was a checkpoint.
    has_checkpoint: bool,
    /// Whether the directory was compared with the checkpoints.
    compared_directory: bool,
    /// Whether the root differed from a checkpoint. It then differs from every later one too.
    root_differs: bool,
}

impl StoredLedger {
    /// Starts before the first entry, with an auditor that has read none. The hands of the entries in the range are scored again.
    pub fn new(club: ClubId, scored: RangeInclusive<u64>, auditor: Auditor) -> Self {
        let report = Report {
            club: Some(club),
            ..Report::default()
        };
        Self {
            club,
            keys: Vec::new(),
            verifier: EntryVerifier::begin(club, auditor),
            report,
            scored,
            has_checkpoint: false,
            compared_directory: false,
            root_differs: false,
        }
    }

    /// Sets the keys of the service for the next checkpoints.
    pub fn trust(&mut self, keys: Vec<TrustedKey>) {
        self.keys = keys;
    }

    /// Adds a stored checkpoint of more entries than were read so far: the note, and the size and root in its row.
    pub fn checkpoint(&mut self, note: &str, size: u64, root: Hash) {
        self.has_checkpoint = true;
        if self.root_differs || self.report.failures.len() >= MAX_FAILURES {
            return;
        }
        let club = self.club;
        let source = CheckpointSource::Stored;
        let note = SignedNote::parse(note.as_bytes())
            .map_err(|bad| VerificationFailure::Signature(source, bad.into()));
        let verified = note.and_then(|note| {
            verify_checkpoint(&note, source, &self.keys, |key| key.for_club(club))
        });
        let Some(verified) = self.report.record(verified) else {
            return;
        };
        let known = KnownRoot::of(source, &verified.checkpoint, &verified.signed_by);
        if (known.size, known.root) != (size, root) {
            self.report.failures.push(VerificationFailure::Misfiled {
                size,
                root,
                noted_size: known.size,
                noted_root: known.root,
            });
            return;
        }
        self.verifier.add_known_root(known);
    }

    /// Verifies a checkpoint of the directory with the keys of the service.
    ///
    /// # Errors
    /// No key signed it, or a signature is false.
    pub fn directory(&self, note: &str) -> Result<Checkpoint, VerificationFailure> {
        let source = CheckpointSource::Directory;
        let forged = |bad: BadNote| VerificationFailure::Signature(source, bad.into());
        let note = SignedNote::parse(note.as_bytes()).map_err(forged)?;
        let verified = verify_checkpoint(&note, source, &self.keys, |key| key.for_directory())?;
        Ok(verified.checkpoint)
    }

    /// Records that the directory was compared with the checkpoints of the club.
    pub fn set_compared_directory(&mut self) {
        self.compared_directory = true;
    }

    /// Verifies the next page of entries. Returns the entries without failures.
    pub fn page(&mut self, page: Vec<StoredLeaf>) -> Vec<VerifiedEntry> {
        let hashes: Vec<Hash> = page.iter().map(|entry| entry.leaf_hash).collect();
        let leaves: Vec<(u64, Vec<u8>)> = page
            .into_iter()
            .map(|entry| (entry.seq, entry.leaf))
            .collect();
        let mut verified = Vec::new();
        for (leaf, stored_hash) in batch::parse(&leaves).into_iter().zip(hashes) {
            verified.extend(self.entry(leaf, stored_hash));
        }
        verified
    }

    /// The state after the entries so far; `None` after an entry failed.
    pub fn auditor(&self) -> Option<&Auditor> {
        self.verifier.auditor()
    }

    /// The state after the entries so far, up to the first one with a part that this program does not know, and the number of that one; `None`
    /// after an entry failed otherwise.
    pub fn auditor_of_known(&self) -> Option<(&Auditor, Option<u64>)> {
        self.verifier.auditor_of_known()
    }

    /// The Merkle tree over the entries so far, and the roots of its complete subtrees.
    pub fn tree(&self) -> (&Frontier, &[Subtree]) {
        self.verifier.tree()
    }

    /// The last entry before the first failure.
    pub fn last_verified(&self) -> Option<EntryPosition> {
        self.report.last_verified
    }

    /// The club.
    pub fn club(&self) -> ClubId {
        self.club
    }

    /// The number of entries read so far.
    pub fn entries_read(&self) -> u64 {
        self.report.entries_read
    }

    /// Finishes after the last entry.
    pub fn finish(mut self) -> Report {
        let entries = self.report.entries_read;
        if let Some(beyond) = self.verifier.next_known_root() {
            self.report.failures.push(VerificationFailure::Later {
                checkpoint: beyond.from,
                size: beyond.size,
                entries,
            });
        }
        self.list_checks();
        self.verifier.finish(&mut self.report);
        self.report
    }

    fn entry(&mut self, leaf: ParsedLeaf, stored_hash: Hash) -> Option<VerifiedEntry> {
        let seq = leaf.seq;
        let scored = self.scored.contains(&seq);
        self.verifier.skip_rescoring(!scored);
        let entry = leaf.entry.as_ref().ok();
        let kind_and_time = entry.map(|entry| (entry.body.kind(), entry.time));
        let match_id = entry.and_then(|entry| entry.body.match_id());
        let leaf = match leaf.leaf_hash == stored_hash {
            true => leaf,
            false => ParsedLeaf {
                entry: Err(EntryError::Hash),
                ..leaf
            },
        };
        let before = match_id.and_then(|id| self.state(id));
        let failures = self.report.failures.len();
        self.verifier.add_leaf(leaf, &mut self.report);
        self.report.failures.truncate(MAX_FAILURES.max(failures));
        let mut new = self.report.failures.iter().skip(failures);
        if new.any(|failure| matches!(failure, VerificationFailure::Root { .. })) {
            self.root_differs = true;
            self.verifier.clear_known_roots();
        }
        let after = match_id.and_then(|id| Some((id, self.state(id)?)));
        self.verifier.auditor()?;
        let (kind, time) = kind_and_time?;
        Some(VerifiedEntry {
            seq,
            kind,
            time,
            transfer: after.map(|(id, after)| transfer(seq, id, before.unwrap_or(after), after)),
        })
    }

    fn state(&self, id: MatchId) -> Option<MatchState> {
        self.verifier.auditor()?.state(id)
    }

    fn list_checks(&mut self) {
        let Report {
            entries_read,
            entries_signed,
            counts,
            ..
        } = &self.report;
        let all = *self.scored.start() <= 1 && self.scored.end() >= entries_read;
        let some = self.scored.start() <= entries_read;
        let checks = [
            (Check::Signatures, self.has_checkpoint),
            (Check::Tree, true),
            (Check::Order, true),
            (Check::Club, true),
            (Check::Matches, true),
            (Check::Scores, some),
            (Check::Settlements, true),
            (Check::Draws, counts.rounds > 0),
            (Check::Directory, self.compared_directory),
        ];
        let gaps = [
            (Unchecked::Later, true),
            (Unchecked::Scores, !all),
            (Unchecked::Declared, counts.declared > 0),
            (Unchecked::OtherHistories, true),
            (Unchecked::Directory, !self.compared_directory),
            (Unchecked::Unsigned, entries_signed < entries_read),
            (Unchecked::Names, true),
        ];
        let done = |(what, done): (Check, bool)| done.then_some(what);
        self.report.checked = checks.into_iter().filter_map(done).collect();
        let open = |(what, open): (Unchecked, bool)| open.then_some(what);
        self.report.unchecked = gaps.into_iter().filter_map(open).collect();
    }
}

/// The points that moved between two states of a match.
fn transfer(seq: u64, match_id: MatchId, before: MatchState, after: MatchState) -> MatchTransfer {
    let mut chairs = after.total_half_points;
    for (chair, before) in chairs.iter_mut().zip(before.total_half_points) {
        *chair = chair.saturating_sub(before);
    }
    MatchTransfer {
        seq,
        match_id,
        chairs,
        house: after
            .house_half_points
            .saturating_sub(before.house_half_points),
    }
}
