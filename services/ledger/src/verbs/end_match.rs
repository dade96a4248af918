//! A match ends before its last hand.

use crate::{Ledger, MatchId, MatchView, Result, Write, Written};
use evidence::MatchState;

/// An early end.
#[derive(Debug, Clone)]
pub struct EndMatch {
    /// The match.
    pub match_id: MatchId,
    /// The version of the match that the caller knows.
    pub expected_version: u64,
    /// Where the match stands after it, as the engine says.
    pub state_after: MatchState,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: Option<String>,
}

/// What became of it. In order of precedence after the key: a match that changed, a match that is over.
#[derive(Debug, Clone, PartialEq)]
pub enum Closing {
    /// It has ended.
    Ended(Box<Written<MatchView>>),
    /// The match is no longer the one that the caller knows.
    MatchChanged,
    /// It was over already.
    MatchOver,
}

impl Ledger {
    /// Ends a match before its last hand, if it is still the one that was looked at.
    pub async fn end_match(&self, write: Write, end: EndMatch) -> Result<Closing> {
        let _ = (write, end);
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
