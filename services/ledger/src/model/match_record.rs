//! A new match and its outcomes.

use crate::{Body, Error, Hash, HashedEntry, PlayerId, Result};
use evidence::{Event, MatchState, Outcome, OutcomeRecorded, OutcomeResult};
use time::Date;

/// A new match.
#[derive(Debug, Clone)]
pub struct OpenMatch {
    /// What the variant was called when it was chosen; only a label.
    pub variant_id: String,
    /// The content hash of the variant: SHA-256 of its document.
    pub variant_hash: Hash,
    /// The variant's document, canonical JSON.
    pub variant_document: Vec<u8>,
    /// The players, chair 1 first.
    pub players: [PlayerId; 4],
    /// The least fan a hand needs; none: the variant's own minimum.
    pub minimum_fan: Option<u32>,
    /// Money per point, in minor units.
    pub stake_cents: i64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// The points everyone starts with.
    pub starting_points: i64,
    /// The day it is played on.
    pub played_on: Date,
    /// Where it stands at the start, as the engine says.
    pub state: MatchState,
}

/// One outcome, worked out.
#[derive(Debug, Clone)]
pub struct NewOutcome {
    /// What happened, as stated.
    pub outcome: Outcome,
    /// What it came to.
    pub result: OutcomeResult,
    /// Where the match stands after it.
    pub state_after: MatchState,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: Option<String>,
}

/// An outcome as its entry recorded it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedOutcome {
    /// When it was entered, and by whom; the match's version right after it.
    pub event: Event,
    /// The entry's leaf hash.
    pub leaf_hash: Hash,
    /// What the entry says.
    pub recorded: OutcomeRecorded,
}

impl TryFrom<HashedEntry> for RecordedOutcome {
    type Error = Error;

    fn try_from(HashedEntry { entry, leaf_hash }: HashedEntry) -> Result<Self> {
        let event = Event::of(&entry);
        let Body::OutcomeRecorded(recorded) = entry.body else {
            return Err(Error::misplaced(event.seq, "outcome_recorded"));
        };
        Ok(Self {
            event,
            leaf_hash,
            recorded: *recorded,
        })
    }
}
