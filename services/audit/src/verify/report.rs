//! What was found.

use super::trust::until;
use super::{Compared, EntryCounts, Names, SignedBy, Verdict, VerificationFailure};
use crate::OpenBalance;
use evidence::{Checkpoint, ClubId, Opening, Timestamp, Witnessed};

/// What was found in an export, whatever that is.
#[derive(Debug, Default)]
pub struct Report {
    /// The club that it says it is of.
    pub club: Option<ClubId>,
    /// Its checkpoint, if keys vouch for it.
    pub checkpoint: Option<Checkpoint>,
    /// The keys that do.
    pub signed_by: Vec<SignedBy>,
    /// The witnesses who cosigned its checkpoint of the directory, of those that were asked for.
    pub witnessed_by: Vec<Witnessed>,
    /// How many entries were read.
    pub read: u64,
    /// How many of them, from the first, are shown to be byte for byte what was signed.
    pub proven: u64,
    /// The last entry up to which everything they say is believed.
    pub understood: Option<Upto>,
    /// What those entries tell of.
    pub told: EntryCounts,
    /// The names that were shown to be those of the entries.
    pub names: Names,
    /// The texts, those names among them, that were shown to be what the entries commit to.
    pub openings: Vec<Opening>,
    /// What is open after them, by currency and party; nobody of whom nothing is.
    pub open: Vec<OpenBalance>,
    /// Everything that keeps it from being sound.
    pub doubts: Vec<VerificationFailure>,
    /// What was checked, in that order. Whether it was right is what the doubts say.
    pub checked: Vec<Check>,
    /// What was not checked, and why that matters.
    pub unchecked: Vec<Unchecked>,
}

/// A place in the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Upto {
    /// The sequence number of an entry.
    pub seq: u64,
    /// When it was entered.
    pub time: Timestamp,
}

/// Something that was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// The service signed the checkpoint.
    Signatures,
    /// The bytes of the entries have the checkpoint's root.
    Tree,
    /// The sequence numbers have no hole, the times increase, and everything is of one club.
    Order,
    /// What the club says of itself agrees: members, invitations, players, variants.
    Club,
    /// Every match agrees with itself: deals, numbers, sums that are zero, corrections.
    Matches,
    /// Every hand whose tiles were shown is worth what is stated, under the variant it was played by.
    Scores,
    /// Settlements settle what was open, in the fewest transfers, and nothing is paid twice.
    Settlements,
    /// The ledger is that of the checkpoints that were kept, with entries appended.
    Kept,
    /// The texts that were given are those that entries commit to.
    Openings,
    /// The directory has the checkpoint, as the export itself proves.
    InDirectory,
    /// Witnesses cosigned the directory that has the checkpoint.
    Witnesses,
    /// The ledger is that of the directory.
    Directory,
    /// What is kept beside the entries, to be read quickly, is what they come to.
    Projections,
}

/// Something that was not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unchecked {
    /// What came after the export.
    Later,
    /// Hands were not scored again.
    Scores,
    /// Declared results, which show no tiles.
    Declared,
    /// Whether others were told the same, since nothing of theirs was there to compare with.
    OtherHistories,
    /// Whether the directory has the checkpoint.
    Directory,
    /// Only keys that were retired vouch for it: whoever had such a key later could have signed it then.
    RetiredKeys,
    /// The names and texts that entries commit to.
    Names,
    /// Entries after the last checkpoint.
    Unsigned,
    /// What is kept beside the entries.
    Projections,
}

impl Check {
    /// Its word, which stays.
    pub fn word(self) -> &'static str {
        match self {
            Self::Signatures => "signatures",
            Self::Tree => "tree",
            Self::Order => "order",
            Self::Club => "club",
            Self::Matches => "matches",
            Self::Scores => "scores",
            Self::Settlements => "settlements",
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
    /// Its word, which stays.
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
    /// What is to be thought of it.
    pub fn verdict(&self) -> Verdict {
        let doubts = self.doubts.iter().map(VerificationFailure::verdict);
        doubts.max().unwrap_or(Verdict::Sound)
    }

    /// The doubt that decides: the first of those that weigh most, by the entry that they are found in.
    pub fn decisive(&self) -> Option<&VerificationFailure> {
        let verdict = self.verdict();
        let weighs = |doubt: &&VerificationFailure| doubt.verdict() == verdict;
        let weighty = self.doubts.iter().filter(weighs);
        weighty.min_by_key(|doubt| doubt.seq().unwrap_or(u64::MAX))
    }

    /// The first entry that something is wrong with or unknown about, if that is known.
    pub fn first_bad_entry(&self) -> Option<u64> {
        self.doubts
            .iter()
            .filter_map(VerificationFailure::seq)
            .min()
    }

    pub(super) fn doubting(mut self, doubt: VerificationFailure) -> Self {
        self.doubts.push(doubt);
        self
    }

    /// Lists what was checked and what was not.
    pub(super) fn list(&mut self, compared: &Compared, complete: bool) {
        let begun = self.read > 0;
        let scored = begun && !compared.believed_scores;
        let checks = [
            (Check::Signatures, true),
            (Check::Tree, complete),
            (Check::Order, begun),
            (Check::Club, begun),
            (Check::Matches, begun),
            (Check::Scores, scored),
            (Check::Settlements, begun),
            (Check::Openings, begun && compared.openings),
            (Check::Kept, compared.kept),
            (Check::InDirectory, compared.in_directory),
            (Check::Witnesses, compared.witnesses),
            (Check::Directory, compared.directory),
        ];
        let others = compared.kept || compared.directory;
        let retired = !self.signed_by.is_empty() && until(&self.signed_by).is_some();
        let gaps = [
            (Unchecked::Later, true),
            (Unchecked::Scores, !scored),
            (Unchecked::Declared, self.told.declared > 0),
            (Unchecked::OtherHistories, !others),
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

    /// What was found, or `None` after a doubt, which is noted.
    pub(super) fn record<T>(&mut self, found: Result<T, VerificationFailure>) -> Option<T> {
        found.map_err(|doubt| self.doubts.push(doubt)).ok()
    }
}
