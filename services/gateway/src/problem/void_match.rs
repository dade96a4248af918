//! What the ledger refuses of matches that are void or may become so, as a problem.

use ledger::MatchError;

use super::{Code, Problem};

impl From<MatchError> for Problem {
    fn from(refused: MatchError) -> Self {
        match refused {
            MatchError::Void => Problem::new(Code::MatchVoid, "The match was declared void."),
            MatchError::NotVoid => Problem::new(Code::MatchNotVoid, "The match counts."),
            MatchError::Replaced => Problem::new(
                Code::MatchReplaced,
                "The table was played again, and that match counts.",
            ),
            MatchError::Stale => Problem::at(
                Code::MatchStale,
                "If-Match",
                "The match has changed since you read it.",
            ),
            MatchError::NothingToReplay => Problem::new(
                Code::NothingToReplay,
                "The matches of this round count, or were not opened yet.",
            ),
        }
    }
}
