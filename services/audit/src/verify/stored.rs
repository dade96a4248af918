//! A ledger where it is kept: its entries page by page, against the checkpoints that are stored beside them.

use super::batch::{self, Read};
use super::report::{Check, Report, Unchecked, Upto};
use super::trust::{Known, vouched};
use super::walk::Walk;
use super::{Note, TrustedKey, VerificationFailure};
use crate::{Archive, Auditor, Finding};
use evidence::{
    BadNote, Checkpoint, ClubId, Frontier, Hash, MatchId, MatchState, SignedNote, Subtree,
    Timestamp,
};
use std::ops::RangeInclusive;

/// How many doubts are kept: those after the first tell little more.
const DOUBTS: usize = 100;

/// An entry as it is stored.
#[derive(Debug, Clone)]
pub struct StoredLeaf {
    /// The sequence number that it is stored under.
    pub seq: u64,
    /// Its bytes.
    pub leaf: Vec<u8>,
    /// The hash that is stored with them.
    pub leaf_hash: Hash,
}

/// What is repeated of an entry that is believed, where it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// The entry.
    pub seq: u64,
    /// Its kind.
    pub kind: &'static str,
    /// When it was entered.
    pub time: Timestamp,
    /// What it moved, if it tells of a match.
    pub moved: Option<Moved>,
}

/// What an entry moved in its match, in half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    /// The entry.
    pub seq: u64,
    /// The match.
    pub match_id: MatchId,
    /// From and to whom, chair 1 first.
    pub chairs: [i64; 4],
    /// To the house.
    pub house: i64,
}

/// Reads a ledger from its first entry to its last, as [`verify`](super::verify) reads an export. It may grow meanwhile.
pub struct Stored {
    club: ClubId,
    keys: Vec<TrustedKey>,
    walk: Walk<'static>,
    report: Report,
    /// The entries whose hands are scored again.
    scored: RangeInclusive<u64>,
    /// Whether a checkpoint was there.
    signed: bool,
    /// Whether the directory was held against what is signed.
    in_directory: bool,
    /// Whether the tree is not that of a checkpoint: it is none of any later one either.
    grew_otherwise: bool,
}

impl Stored {
    /// Before the first entry. Of all hands, those that these entries tell of are scored again.
    pub fn new(club: ClubId, scored: RangeInclusive<u64>, archive: Box<dyn Archive>) -> Self {
        let report = Report {
            club: Some(club),
            ..Report::default()
        };
        Self {
            club,
            keys: Vec::new(),
            walk: Walk::begin(club, Auditor::rereading(archive)),
            report,
            scored,
            signed: false,
            in_directory: false,
            grew_otherwise: false,
        }
    }

    /// The keys of the service, as they are known by now.
    pub fn trust(&mut self, keys: Vec<TrustedKey>) {
        self.keys = keys;
    }

    /// A checkpoint of more entries than were read so far: the note, and the size and root that are stored with it.
    pub fn checkpoint(&mut self, note: &str, size: u64, root: Hash) {
        self.signed = true;
        if self.grew_otherwise || self.report.doubts.len() >= DOUBTS {
            return;
        }
        let club = self.club;
        let note = SignedNote::parse(note.as_bytes())
            .map_err(|bad| VerificationFailure::Signature(Note::Stored, bad.into()));
        let opened = note
            .and_then(|note| vouched(&note, Note::Stored, &self.keys, |key| key.for_club(club)));
        let Some(opened) = self.report.record(opened) else {
            return;
        };
        let known = Known::of(Note::Stored, &opened.checkpoint, &opened.by);
        if (known.size, known.root) != (size, root) {
            self.report.doubts.push(VerificationFailure::Misfiled {
                size,
                root,
                noted_size: known.size,
                noted_root: known.root,
            });
            return;
        }
        self.walk.know(known);
    }

    /// What a checkpoint of the directory says, if keys of the service vouch for it.
    ///
    /// # Errors
    /// Why not.
    pub fn directory(&self, note: &str) -> Result<Checkpoint, VerificationFailure> {
        let forged = |bad: BadNote| VerificationFailure::Signature(Note::Directory, bad.into());
        let note = SignedNote::parse(note.as_bytes()).map_err(forged)?;
        let vouched = vouched(&note, Note::Directory, &self.keys, |key| {
            key.for_directory()
        })?;
        Ok(vouched.checkpoint)
    }

    /// Notes that the directory was held against what is signed of the club.
    pub fn held_against_directory(&mut self) {
        self.in_directory = true;
    }

    /// The next entries. Answers what is repeated of those that are believed.
    pub fn page(&mut self, page: Vec<StoredLeaf>) -> Vec<Followed> {
        let hashes: Vec<Hash> = page.iter().map(|entry| entry.leaf_hash).collect();
        let leaves: Vec<(u64, Vec<u8>)> = page
            .into_iter()
            .map(|entry| (entry.seq, entry.leaf))
            .collect();
        let mut followed = Vec::new();
        for (read, stored) in batch::read(&leaves).into_iter().zip(hashes) {
            followed.extend(self.entry(read, stored));
        }
        followed
    }

    /// What the entries so far come to; `None` once something was not believed.
    pub fn believed(&self) -> Option<&Auditor> {
        self.walk.believed()
    }

    /// The tree over the entries so far, and the roots of its complete subtrees.
    pub fn tree(&self) -> (&Frontier, &[Subtree]) {
        self.walk.tree()
    }

    /// The last entry that is believed.
    pub fn last(&self) -> Option<Upto> {
        self.report.understood
    }

    /// The club.
    pub fn club(&self) -> ClubId {
        self.club
    }

    /// The number of the last entry that was read.
    pub fn read(&self) -> u64 {
        self.report.read
    }

    /// After the last entry.
    pub fn end(mut self) -> Report {
        let entries = self.report.read;
        if let Some(beyond) = self.walk.beyond() {
            self.report.doubts.push(VerificationFailure::Later {
                note: beyond.from,
                size: beyond.size,
                entries,
            });
        }
        self.list();
        self.walk.end(&mut self.report);
        self.report
    }

    fn entry(&mut self, read: Read, stored: Hash) -> Option<Followed> {
        let seq = read.seq;
        let scored = self.scored.contains(&seq);
        self.walk.believe_scores(!scored);
        let entry = read.entry.as_ref().ok();
        let repeated = entry.map(|entry| (entry.body.kind(), entry.time));
        let of = entry.and_then(|entry| entry.body.match_id());
        let read = match read.leaf_hash == stored {
            true => read,
            false => Read {
                entry: Err(Finding::Hash),
                ..read
            },
        };
        let before = of.and_then(|id| self.state(id));
        let doubts = self.report.doubts.len();
        self.walk.leaf(read, &mut self.report);
        self.report.doubts.truncate(DOUBTS.max(doubts));
        let mut new = self.report.doubts.iter().skip(doubts);
        if new.any(|doubt| matches!(doubt, VerificationFailure::Root { .. })) {
            self.grew_otherwise = true;
            self.walk.know_nothing();
        }
        let after = of.and_then(|id| Some((id, self.state(id)?)));
        self.walk.believed()?;
        let (kind, time) = repeated?;
        Some(Followed {
            seq,
            kind,
            time,
            moved: after.map(|(id, after)| moved(seq, id, before.unwrap_or(after), after)),
        })
    }

    fn state(&self, id: MatchId) -> Option<MatchState> {
        self.walk.believed()?.state(id)
    }

    fn list(&mut self) {
        let Report {
            read, proven, told, ..
        } = &self.report;
        let scored = *self.scored.start() <= 1 && self.scored.end() >= read;
        let some = self.scored.start() <= read;
        let checks = [
            (Check::Signatures, self.signed),
            (Check::Tree, true),
            (Check::Order, true),
            (Check::Club, true),
            (Check::Matches, true),
            (Check::Scores, some),
            (Check::Settlements, true),
            (Check::Directory, self.in_directory),
        ];
        let gaps = [
            (Unchecked::Later, true),
            (Unchecked::Scores, !scored),
            (Unchecked::Declared, told.declared > 0),
            (Unchecked::OtherHistories, true),
            (Unchecked::Directory, !self.in_directory),
            (Unchecked::Unsigned, proven < read),
            (Unchecked::Names, true),
        ];
        let done = |(what, done): (Check, bool)| done.then_some(what);
        self.report.checked = checks.into_iter().filter_map(done).collect();
        let open = |(what, open): (Unchecked, bool)| open.then_some(what);
        self.report.unchecked = gaps.into_iter().filter_map(open).collect();
    }
}

/// The match that an entry tells of.
fn moved(seq: u64, match_id: MatchId, before: MatchState, after: MatchState) -> Moved {
    let mut chairs = after.total_half_points;
    for (chair, before) in chairs.iter_mut().zip(before.total_half_points) {
        *chair = chair.saturating_sub(before);
    }
    Moved {
        seq,
        match_id,
        chairs,
        house: after
            .house_half_points
            .saturating_sub(before.house_half_points),
    }
}
