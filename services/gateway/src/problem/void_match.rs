//! What the ledger refuses of matches that are void or may become so, as a problem.

use ledger::MatchError;

use super::ledger::match_stale;
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
            MatchError::Stale => match_stale(),
            MatchError::NothingToReplay => Problem::new(
                Code::NothingToReplay,
                "The matches of this round count, or were not opened yet.",
            ),
        }
    }
}
