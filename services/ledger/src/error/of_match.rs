//! Why a match is not declared void, not declared to count again, not changed or not played again.

/// What does not go with a match as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The match is void: nothing is recorded or corrected in it, and it is not declared void once more.
    #[error("the match was declared void")]
    Void,
    /// The match counts already.
    #[error("the match counts")]
    NotVoid,
    /// Another match was played at its table instead of it, so that it does not count again.
    #[error("the table was played again, and that match counts")]
    Replaced,
    /// The match is not as the caller saw it.
    #[error("the match has changed since you read it")]
    Stale,
    /// No match of the round is void.
    #[error("the matches of this round count, or were not opened yet")]
    NothingToReplay,
}
