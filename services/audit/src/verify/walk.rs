//! From entry to entry: the tree grows over their bytes, and the auditor follows what they say.

use super::batch::Read;
use super::openings::Openings;
use super::report::{Report, Upto};
use super::trust::Known;
use super::{Note, VerificationFailure};
use crate::{Auditor, Finding};
use evidence::{Checkpoint, ClubId, Entry, Frontier, Hash, Opening, Subtree, Timestamp};

pub(super) struct Walk<'a> {
    club: ClubId,
    frontier: Frontier,
    /// The complete subtrees of the tree.
    subtrees: Vec<Subtree>,
    /// What is known of the tree at sizes that are not reached yet, the largest first.
    known: Vec<Known>,
    /// Entries from these on are later than the keys that vouch for them, if they are later than this.
    limits: Vec<Known>,
    /// Follows the entries up to the first that is not believed. Nothing that comes after it can be.
    auditor: Auditor,
    believing: bool,
    openings: Option<Openings<'a>>,
}

impl<'a> Walk<'a> {
    /// Before the first entry. What is known of sizes that the export does not reach is told at once.
    pub(super) fn new(
        club: ClubId,
        export: &Checkpoint,
        known: Vec<Known>,
        auditor: Auditor,
        report: &mut Report,
    ) -> Self {
        let mut walk = Self::begin(club, auditor);
        let limits = known.iter().filter(|known| known.until.is_some());
        walk.limits = limits.cloned().collect();
        let (mut within, beyond): (Vec<Known>, Vec<Known>) =
            known.into_iter().partition(|one| one.size <= export.size);
        let newest = beyond.iter().max_by_key(|one| one.size);
        report
            .doubts
            .extend(newest.map(|one| VerificationFailure::Later {
                note: one.from,
                size: one.size,
                entries: export.size,
            }));
        let other = |one: &&Known| one.size == export.size && one.root != export.root;
        let other = within.iter().find(other);
        report
            .doubts
            .extend(other.map(|one| VerificationFailure::TwoHistories {
                note: one.from,
                size: one.size,
                root: export.root,
                other: one.root,
            }));
        within.retain(|one| one.size < export.size || one.from == Note::Export);
        within.sort_by_key(|one| std::cmp::Reverse(one.size));
        walk.known = within;
        walk.compare(report);
        walk
    }

    /// Before the first entry of a ledger of whose tree nothing is known yet.
    pub(super) fn begin(club: ClubId, auditor: Auditor) -> Self {
        Self {
            club,
            frontier: Frontier::EMPTY,
            subtrees: Vec::new(),
            known: Vec::new(),
            limits: Vec::new(),
            auditor,
            believing: true,
            openings: None,
        }
    }

    /// With one more thing known of the tree, at a size that is not reached yet.
    pub(super) fn know(&mut self, known: Known) {
        let size = self.frontier.size();
        self.limits.retain(|limit| limit.size > size);
        if known.until.is_some() {
            self.limits.push(known.clone());
        }
        self.known.push(known);
        self.known.sort_by_key(|one| std::cmp::Reverse(one.size));
    }

    /// With nothing known of the tree at sizes that are not reached yet.
    pub(super) fn know_nothing(&mut self) {
        self.known.clear();
    }

    /// The smallest size that is not reached and of which something is known.
    pub(super) fn beyond(&self) -> Option<&Known> {
        self.known.last()
    }

    /// The auditor; `None` once something was not believed.
    pub(super) fn believed(&self) -> Option<&Auditor> {
        self.believing.then_some(&self.auditor)
    }

    /// The tree over everything that was read, and its complete subtrees.
    pub(super) fn tree(&self) -> (&Frontier, &[Subtree]) {
        (&self.frontier, &self.subtrees)
    }

    /// Whether to believe, from here on, the hands to be worth what is stated.
    pub(super) fn believe_scores(&mut self, believes: bool) {
        self.auditor.believe_scores(believes);
    }

    /// With texts to hold against the entries.
    pub(super) fn opening(self, openings: Option<Openings<'a>>) -> Self {
        Self { openings, ..self }
    }

    /// The next leaf. Its bytes count even if what they say is not believed, so that it shows whether they were signed.
    pub(super) fn leaf(&mut self, read: Read, report: &mut Report) {
        let Read {
            seq,
            leaf_hash,
            entry,
        } = read;
        self.subtrees.extend(self.frontier.push(leaf_hash));
        report.read = seq;
        self.compare(report);
        if !self.believing {
            return;
        }
        match self.follow(entry, leaf_hash) {
            Ok(entry) => {
                self.in_time(seq, entry.time, report);
                report.told.follow(&entry);
                self.open(&entry, report);
                let time = entry.time;
                report.understood = Some(Upto { seq, time });
            }
            Err(finding) => {
                self.believing = false;
                report
                    .doubts
                    .push(VerificationFailure::Entry { seq, finding });
            }
        }
    }

    fn follow(&mut self, entry: Result<Entry, Finding>, leaf_hash: Hash) -> Result<Entry, Finding> {
        let entry = entry?;
        if entry.club != self.club {
            return Err(Finding::OtherClub);
        }
        self.auditor.follow(&entry, leaf_hash)?;
        Ok(entry)
    }

    /// After an opening that is none, or opens something else, no others are read.
    fn open(&mut self, entry: &Entry, report: &mut Report) {
        let Some(openings) = &mut self.openings else {
            return;
        };
        let tell = |opening: Opening| {
            report.names.learn(&entry.body, &opening.text);
            report.openings.push(opening);
        };
        if let Err(doubt) = openings.follow(entry, tell) {
            report.doubts.push(doubt);
            self.openings = None;
        }
    }

    /// Compares the tree with what is known of it at this size.
    fn compare(&mut self, report: &mut Report) {
        let size = self.frontier.size();
        while let Some(known) = self.known.pop_if(|known| known.size == size) {
            let (expected, found): (Hash, Hash) = (known.root, self.frontier.root());
            if expected == found {
                report.proven = size;
                continue;
            }
            let note = known.from;
            report.doubts.push(VerificationFailure::Root {
                note,
                size,
                expected,
                found,
            });
        }
    }

    fn in_time(&mut self, seq: u64, time: Timestamp, report: &mut Report) {
        let late = |known: &mut Known| seq <= known.size && known.until.is_some_and(|at| at < time);
        for known in self.limits.extract_if(.., late) {
            let Some(retired_at) = known.until else {
                continue;
            };
            report.doubts.push(VerificationFailure::Retired {
                note: known.from,
                seq,
                time,
                retired_at,
            });
        }
    }

    /// After the last leaf that could be read.
    pub(super) fn end(self, report: &mut Report) {
        report.told.hands = self.auditor.hands();
        report.open = self.auditor.open_balances();
    }
}
