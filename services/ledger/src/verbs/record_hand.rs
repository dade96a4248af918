//! A hand is recorded.

use crate::{Ledger, MatchId, RecordedHand, Result, Write, Written};
use evidence::{Deal, Facts, HandResult, Legs, MatchState};

/// A hand as the engine decided it, on top of a snapshot of its match.
#[derive(Debug, Clone)]
pub struct RecordHand {
    /// The match.
    pub match_id: MatchId,
    /// The version of the match that the engine's answer stands on.
    pub expected_version: u64,
    /// The hand's number, as the client stated it.
    pub number: u32,
    /// The number of the rules' meaning it was scored with.
    pub semantics: u32,
    /// The deal it was played in.
    pub deal: Deal,
    /// What happened, as stated.
    pub facts: Facts,
    /// What it was worth, and why.
    pub result: HandResult,
    /// What it moved.
    pub legs: Legs,
    /// Where the match stands after it.
    pub state_after: MatchState,
}

/// What became of it. In order of precedence after the key: a number that is taken, a match that is over, a
/// number that is ahead, a match that changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Recording {
    /// It is in the ledger.
    Recorded(Box<Written<RecordedHand>>),
    /// Another hand has this number: this one.
    NumberTaken(Box<RecordedHand>),
    /// The match is over.
    MatchOver,
    /// An earlier number is still free.
    NumberAhead {
        /// The number that comes next.
        next: u32,
    },
    /// The match is no longer the one the engine's answer stands on: look again.
    MatchChanged,
}

impl Ledger {
    /// Records a hand, if the match is still the one that was looked at.
    pub async fn record_hand(&self, write: Write, hand: RecordHand) -> Result<Recording> {
        let _ = (write, hand);
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
