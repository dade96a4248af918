//! The report of a verification.

use super::entry_counts::EntryCounts;
use super::openings::Names;
use super::trust::{SignedBy, retired_at};
use super::verdict::Verdict;
use super::verification_failure::VerificationFailure;
use crate::settle::OpenBalance;
use evidence::{Checkpoint, ClubId, Opening, Timestamp, Witnessed};

/// The report of a verification.
#[derive(Debug, Default)]
pub struct Report {
    /// The club that the ledger states.
    pub club: Option<ClubId>,
    /// The checkpoint of the export, if trusted keys signed it.
    pub checkpoint: Option<Checkpoint>,
    /// The trusted keys that signed the checkpoint.
    pub signed_by: Vec<SignedBy>,
    /// The given witnesses who cosigned the export's checkpoint of the directory.
    pub witnessed_by: Vec<Witnessed>,
    /// The number of entries read.
    pub entries_read: u64,
    /// The number of entries, from the first, whose root is signed.
    pub entries_signed: u64,
    /// The last entry before the first failure.
    pub last_verified: Option<EntryPosition>,
    /// The counts of these verified entries.
    pub counts: EntryCounts,
    /// The names that match the commitments of entries.
    pub names: Names,
    /// The openings that match the commitments of entries, including those of names.
    pub openings: Vec<Opening>,
    /// The open balances after the verified entries, by currency and party, without zero balances.
    pub open_balances: Vec<OpenBalance>,
    /// The failures. Without any, the verdict is sound.
    pub failures: Vec<VerificationFailure>,
    /// The checks that were made. The failures show which of them did not pass.
    pub checked: Vec<Check>,
    /// The checks that were not made.
    pub unchecked: Vec<Unchecked>,
}

/// The position of an entry in the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryPosition {
    /// The sequence number.
    pub seq: u64,
    /// The time of the entry.
    pub time: Timestamp,
}

/// A check that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// The service signed the checkpoint.
    Signatures,
    /// The bytes of the entries have the checkpoint's root.
    Tree,
    /// The sequence numbers have no gap, the times increase, and all entries belong to one club.
    Order,
    /// The entries on members, invitations, players and variants are consistent.
    Club,
    /// The entries of every match are consistent: deals, numbers, sums of zero, corrections.
    Matches,
    /// Every hand with tiles has the stated score under the variant of its match.
    Scores,
    /// Settlements settle the open balances in the fewest transfers, and nothing is paid twice.
    Settlements,
    /// Every draw of a round follows from its seed, whose hash was published before.
    Draws,
    /// The ledger extends the kept checkpoints.
    Kept,
    /// The given openings match the commitments of the entries.
    Openings,
    /// The inclusion proof in the export shows that the directory has its checkpoint.
    InDirectory,
    /// Enough witnesses cosigned that directory.
    Witnesses,
    /// The given directory has the roots of the ledger.
    Directory,
    /// The stored projections agree with the entries.
    Projections,
}

/// A check that was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unchecked {
    /// Entries after the export.
    Later,
    /// The scores of hands.
    Scores,
    /// Declared results, since they have no tiles.
    Declared,
    /// Whether the service shows others another history, since there was nothing to compare with.
    OtherHistories,
    /// Whether the directory has the checkpoint.
    Directory,
    /// The time of the signature, since only retired keys signed: somebody could have used such a key after its retirement.
    RetiredKeys,
    /// The names and texts behind the commitments.
    Names,
    /// Entries after the last checkpoint.
    Unsigned,
    /// The stored projections.
    Projections,
}

/// The evidence that an export was compared with.
pub(super) struct Compared {
    pub(super) kept_checkpoints: bool,
    pub(super) openings: bool,
    /// The directory, by the inclusion proof in the export.
    pub(super) in_directory: bool,
    pub(super) witnesses: bool,
    /// The directory that the caller has.
    pub(super) directory: bool,
    /// The rules, by scoring the hands again.
    pub(super) scores: bool,
}

impl Check {
    /// The stable word for the check.
    pub fn word(self) -> &'static str {
        match self {
            Self::Signatures => "signatures",
            Self::Tree => "tree",
            Self::Order => "order",
            Self::Club => "club",
            Self::Matches => "matches",
            Self::Scores => "scores",
            Self::Settlements => "settlements",
            Self::Draws => "draws",
            Self::Kept => "kept_checkpoints",
            Self::Openings => "openings",
            Self::InDirectory => "in_directory",
            Self::Witnesses => "witnesses",
            Self::Directory => "directory",
            Self::Projections => "projections",
        }
    }
}

impl Unchecked {
    /// The stable word for the check.
    pub fn word(self) -> &'static str {
        match self {
            Self::Later => "later_entries",
            Self::Scores => "scores",
            Self::Declared => "declared_results",
            Self::OtherHistories => "other_histories",
            Self::Directory => "directory",
            Self::RetiredKeys => "retired_keys",
            Self::Names => "names",
            Self::Unsigned => "unsigned_entries",
            Self::Projections => "projections",
        }
    }
}

impl Report {
    /// The verdict: the worst of all failures.
    pub fn verdict(&self) -> Verdict {
        let verdicts = self.failures.iter().map(VerificationFailure::verdict);
        verdicts.max().unwrap_or(Verdict::Sound)
    }

    /// The failure that decides the verdict: of the worst failures, the one in the earliest entry.
    pub fn decisive(&self) -> Option<&VerificationFailure> {
        let verdict = self.verdict();
        let decides = |failure: &&VerificationFailure| failure.verdict() == verdict;
        let worst = self.failures.iter().filter(decides);
        worst.min_by_key(|failure| failure.seq().unwrap_or(u64::MAX))
    }

    /// The first entry with a failure; `None` if no failure belongs to one entry.
    pub fn first_bad_entry(&self) -> Option<u64> {
        self.failures
            .iter()
            .filter_map(VerificationFailure::seq)
            .min()
    }

    pub(super) fn with_failure(mut self, failure: VerificationFailure) -> Self {
        self.failures.push(failure);
        self
    }

    /// Lists the checks that were made and those that were not.
    pub(super) fn list_checks(&mut self, compared: &Compared, is_complete: bool) {
        let has_entries = self.entries_read > 0;
        let scored = has_entries && compared.scores;
        let checks = [
            (Check::Signatures, true),
            (Check::Tree, is_complete),
            (Check::Order, has_entries),
            (Check::Club, has_entries),
            (Check::Matches, has_entries),
            (Check::Scores, scored),
            (Check::Settlements, has_entries),
            (Check::Draws, self.counts.rounds > 0),
            (Check::Openings, has_entries && compared.openings),
            (Check::Kept, compared.kept_checkpoints),
            (Check::InDirectory, compared.in_directory),
            (Check::Witnesses, compared.witnesses),
            (Check::Directory, compared.directory),
        ];
        let has_other_history = compared.kept_checkpoints || compared.directory;
        let retired = !self.signed_by.is_empty() && retired_at(&self.signed_by).is_some();
        let gaps = [
            (Unchecked::Later, true),
            (Unchecked::Scores, !scored),
            (Unchecked::Declared, self.counts.declared > 0),
            (Unchecked::OtherHistories, !has_other_history),
            (
                Unchecked::Directory,
                !compared.in_directory && !compared.directory,
            ),
            (Unchecked::RetiredKeys, retired),
            (Unchecked::Names, !compared.openings),
        ];
        let checks = checks.into_iter().filter(|(_, done)| *done);
        self.checked = checks.map(|(check, _)| check).collect();
        let gaps = gaps.into_iter().filter(|(_, open)| *open);
        self.unchecked = gaps.map(|(gap, _)| gap).collect();
    }

    /// Returns the value of a result, or records its failure and returns `None`.
    pub(super) fn record<T>(&mut self, result: Result<T, VerificationFailure>) -> Option<T> {
        result.map_err(|failure| self.failures.push(failure)).ok()
    }
}
