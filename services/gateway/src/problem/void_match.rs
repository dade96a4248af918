//! What the ledger refuses of matches that are void or may become so, as a problem.

use ledger::MatchError;

use super::{Code, Problem, sentence};

impl From<MatchError> for Problem {
    fn from(refused: MatchError) -> Self {
        let detail = sentence(&refused);
        match refused {
            MatchError::Void => Problem::new(Code::MatchVoid, detail),
            MatchError::NotVoid => Problem::new(Code::MatchNotVoid, detail),
            MatchError::Replaced => Problem::new(Code::MatchReplaced, detail),
            MatchError::Stale => Problem::at(Code::MatchStale, "If-Match", detail),
            MatchError::NothingToReplay => Problem::new(Code::NothingToReplay, detail),
        }
    }
}
