//! Doubts a ledger: walks the entries of one club in order, checks their form, their order and their sums, and scores
//! every hand again under the variant it was played under. Whoever entered something had a role that may. What the club says of
//! itself has to add up too: an owner at any time, invitations accepted while they were open, players who are merged once and never sat together. Settlements are
//! worked out again, and nothing is paid twice.
//!
//! Alone, that cannot show whether entries are missing at the end, or all of them were made anew. [`verify`] reads a whole
//! export, and holds it against the tree and its signed checkpoints.

#![warn(missing_docs)]

mod archive;
mod club;
mod entry_chain;
mod match_cache;
mod rescore;
mod settle;
mod standing;
mod verify;
mod what_if;

use std::collections::HashMap;

pub use archive::{Archive, SeekableExport};
pub use club::{Invitation, Link, NotPermitted, Player};
pub use match_cache::Account;
pub use settle::OpenBalance;
pub use standing::KnownVariant;
pub use verify::{
    Against, BadDirectory, Check, Directory, EntryCounts, Followed, Moved, Names, Note, Report,
    SignedBy, Stored, StoredLeaf, TrustedKey, Unchecked, Upto, Verdict, VerificationFailure,
    Witnesses, report_json, verification_failure_json, verify,
};
pub use what_if::{
    Different, MatchSelection, Most, OtherMatch, Otherwise, Selection, Sum, Totals, WhatIf,
    what_if, write_what_if,
};

use club::Club;
use evidence::{
    Body, ClubId, Entry, Hash, MatchId, Outcome, Refusal, Timestamp, VariantReinstated,
    VariantRetired,
};
use match_cache::MatchCache;
use rescore::MatchReplay;
use rules::Variant;
use settle::Settlements;

/// Reads the entries of one club, first to last, and remembers what the next ones must agree with.
#[derive(Default)]
pub struct Auditor {
    last: Option<Last>,
    variants: HashMap<Hash, Added>,
    matches: MatchCache,
    club: Club,
    settlements: Settlements,
    believes_scores: bool,
}

/// A variant, and the entry that added it.
struct Added {
    variant: Variant,
    seq: u64,
}

struct Last {
    club: ClubId,
    seq: u64,
    time: Timestamp,
}

/// Why an entry is not believed.
#[derive(Debug, thiserror::Error)]
pub enum Finding {
    /// The bytes do not have the hash they are said to have.
    #[error("the bytes do not have the stated hash")]
    Hash,
    /// The bytes are not an entry in canonical form.
    #[error("not an entry: {0}")]
    Malformed(#[from] evidence::Refusal),
    /// An entry of another club.
    #[error("it belongs to another club")]
    OtherClub,
    /// Not the sequence number that follows the one before.
    #[error("sequence number {found} where {expected} follows")]
    Sequence {
        /// What follows.
        expected: u64,
        /// What is stated.
        found: u64,
    },
    /// Not later than the entry before.
    #[error("it is not later than the entry before it")]
    Time,
    /// A variant document that the rules refuse, or one that was there already.
    #[error("the variant's document is not sound: {0}")]
    Variant(String),
    /// A member, invitation, player, match, variant or text that the entries before it did not introduce, or left in a state
    /// in which this cannot be said of it.
    #[error("it speaks of {article} {0} that the entries before it do not agree with", article = article(.0))]
    Unfounded(&'static str),
    /// Its actor had a role that may not enter it.
    #[error(transparent)]
    NotPermitted(NotPermitted),
    /// The hand was scored with rules that this program does not have.
    #[error("scored with semantics {0}, and this program has {current}", current = rules::SEMANTICS)]
    Semantics(u32),
    /// The facts of a hand are refused by the rules it was played under.
    #[error("the hand is refused: {0}")]
    Refused(String),
    /// It goes against what the entries of the same match said before it.
    #[error("it contradicts its match: {0}")]
    Contradicts(#[source] evidence::Refusal),
    /// It goes against what the entries of the same settlement said before it.
    #[error("it contradicts its settlement: {0}")]
    Payment(#[source] evidence::Refusal),
    /// A settlement does not settle what the entries before it leave open, or not in the fewest transfers.
    #[error("the settlement's {0} are not those that the entries before it come to")]
    Settlement(&'static str),
    /// Worked out again, it comes to something else.
    #[error("worked out again, it differs in the {0}")]
    Differs(&'static str),
    /// An earlier entry of its match, which is needed once more, cannot be read again.
    #[error("entry {0} of its match cannot be read again: {1}")]
    Unreadable(u64, #[source] std::io::Error),
    /// The earlier entries of its match are not there any more as they were when they were audited.
    #[error("the earlier entries of its match changed while they were read")]
    Changed,
}

impl Finding {
    /// Its word, which stays.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Hash => "hash",
            Self::Malformed(Refusal::Version(_)) => "unknown_version",
            Self::Malformed(Refusal::Kind(_)) => "unknown_kind",
            Self::Malformed(_) => "malformed",
            Self::OtherClub => "other_club",
            Self::Sequence { .. } => "sequence",
            Self::Time => "time",
            Self::Variant(_) => "variant",
            Self::Unfounded(_) => "unfounded",
            Self::NotPermitted(_) => "not_permitted",
            Self::Semantics(_) => "unknown_semantics",
            Self::Refused(_) => "refused",
            Self::Contradicts(_) => "match",
            Self::Payment(_) => "payment",
            Self::Settlement(_) => "settlement",
            Self::Differs(_) => "differs",
            Self::Unreadable(..) => "unreadable",
            Self::Changed => "changed_meanwhile",
        }
    }
}

impl Auditor {
    /// One that keeps only a few matches whole, and reads the entries of others again when it needs them.
    pub fn rereading(archive: Box<dyn Archive>) -> Self {
        Self {
            matches: MatchCache::rereading(archive),
            ..Self::default()
        }
    }

    /// One that believes the hands to be worth what is stated, and scores nothing again.
    #[must_use]
    pub fn believing_scores(mut self, believes: bool) -> Self {
        self.believe_scores(believes);
        self
    }

    /// Whether it believes, from here on, the hands to be worth what is stated. What was believed before is what the hands
    /// after it are scored on top of.
    pub fn believe_scores(&mut self, believes: bool) {
        self.believes_scores = believes;
    }

    /// Checks the next entry.
    ///
    /// # Errors
    /// Why it is not believed; nothing after it can be either.
    pub fn entry(&mut self, leaf: &[u8], leaf_hash: Hash) -> Result<Entry, Finding> {
        if evidence::leaf_hash(leaf) != leaf_hash {
            return Err(Finding::Hash);
        }
        let entry = Entry::parse(leaf)?;
        self.follow(&entry, leaf_hash)?;
        Ok(entry)
    }

    /// Checks what the next entry says; its bytes, which have this hash, are somebody else's concern.
    ///
    /// # Errors
    /// Why it is not believed; nothing after it can be either.
    pub fn follow(&mut self, entry: &Entry, leaf_hash: Hash) -> Result<(), Finding> {
        self.follows(entry)?;
        self.club.follow(entry)?;
        self.body(entry, leaf_hash)?;
        self.table_holds(entry)?;
        self.last = Some(Last {
            club: entry.club,
            seq: entry.seq,
            time: entry.time,
        });
        Ok(())
    }

    fn follows(&self, entry: &Entry) -> Result<(), Finding> {
        let expected = self.last.as_ref().map_or(1, |last| last.seq + 1);
        if self
            .last
            .as_ref()
            .is_some_and(|last| last.club != entry.club)
        {
            return Err(Finding::OtherClub);
        }
        if entry.seq != expected {
            return Err(Finding::Sequence {
                expected,
                found: entry.seq,
            });
        }
        if self
            .last
            .as_ref()
            .is_some_and(|last| entry.time <= last.time)
        {
            return Err(Finding::Time);
        }
        Ok(())
    }

    fn body(&mut self, entry: &Entry, leaf_hash: Hash) -> Result<(), Finding> {
        match &entry.body {
            Body::ClubFounded(_) | Body::MemberSet(_) | Body::PlayerEnrolled(_) => Ok(()),
            Body::ClubChanged(_)
            | Body::MemberRemoved(_)
            | Body::ClubHandedOver(_)
            | Body::InvitationMade(_)
            | Body::InvitationRevoked(_)
            | Body::InvitationAccepted(_)
            | Body::PlayerLinked(_)
            | Body::PlayerUnlinked(_)
            | Body::PlayerRenamed(_)
            | Body::PlayerMerged(_)
            | Body::PlayerErased(_)
            | Body::TextErased(_) => Ok(()),
            Body::VariantRetired(VariantRetired { variant_hash })
            | Body::VariantReinstated(VariantReinstated { variant_hash }) => {
                let known = self.variants.contains_key(variant_hash);
                known.then_some(()).ok_or(Finding::Unfounded("variant"))
            }
            Body::VariantAdded(added) => {
                let (variant, seq) = (rescore::compile(added)?, entry.seq);
                let added = self
                    .variants
                    .insert(added.variant_hash, Added { variant, seq });
                founded(added.is_none(), "variant")
            }
            Body::MatchOpened(opened) => {
                let known = self.variants.contains_key(&opened.variant_hash);
                founded(known, "variant")?;
                self.matches.open(opened.match_id, entry, leaf_hash)
            }
            Body::OutcomeRecorded(recorded) => {
                let (table, variant) = self.table(recorded.match_id, recorded.variant_hash)?;
                match variant {
                    None => table.believe(entry),
                    Some(variant) => table.outcome(variant, entry, recorded),
                }?;
                self.matches.told(recorded.match_id, entry.seq, leaf_hash);
                Ok(())
            }
            Body::MatchCorrected(corrected) => {
                let (table, variant) = self.table(corrected.match_id, corrected.variant_hash)?;
                match variant {
                    None => table.believe(entry),
                    Some(variant) => table.correction(variant, entry, corrected),
                }?;
                self.matches.told(corrected.match_id, entry.seq, leaf_hash);
                Ok(())
            }
            Body::SettlementMade(made) => {
                let (matches, club) = (&self.matches, &self.club);
                self.settlements.made(entry, made, matches, club)
            }
            Body::PaymentRecorded(recorded) => self.settlements.paid(entry, recorded.settlement),
            Body::PaymentReversed(reversed) => self.settlements.paid(entry, reversed.settlement),
        }
    }

    /// What holds of the people at a table and of its money, by whatever rules they play.
    fn table_holds(&self, entry: &Entry) -> Result<(), Finding> {
        let Some(id) = entry.body.match_id() else {
            return Ok(());
        };
        let table = self.matches.at_hand(id);
        let table = table.ok_or(Finding::Unfounded("match"))?;
        let (seats, newest_alone) = if let Body::OutcomeRecorded(recorded) = &entry.body {
            (matches!(recorded.facts, Outcome::Substitution(_)), true)
        } else {
            (true, false)
        };
        if seats {
            table.has_a_chair_each(|player| self.club.counts_for(player))?;
        }
        table.moves_whole_cents(newest_alone)
    }

    /// A match, and the variant to score it by; none if the scores are believed.
    fn table(
        &mut self,
        id: MatchId,
        variant: Hash,
    ) -> Result<(&mut MatchReplay, Option<&Variant>), Finding> {
        let variant = self.variants.get(&variant);
        let variant = variant.ok_or(Finding::Unfounded("variant"))?;
        let table = self.matches.whole(id)?;
        let scores = !self.believes_scores;
        Ok((table, scores.then_some(&variant.variant)))
    }
}

fn article(noun: &str) -> &'static str {
    match noun.starts_with(['a', 'e', 'i', 'o']) {
        true => "an",
        false => "a",
    }
}

fn founded(founded: bool, what: &'static str) -> Result<(), Finding> {
    match founded {
        true => Ok(()),
        false => Err(Finding::Unfounded(what)),
    }
}
