//! Why an evening is not changed as it was asked.

use evidence::{MAX_ATTENDANCE, MAX_ROUNDS};

/// How often players come to one evening and leave it, at most: each read of it reads all of that, and so does each look at the screen of the
/// hall. These are ten for each of as many players as can be there. Draws and matches are not refused beyond.
pub const MAX_EVENING_CHANGES: usize = 4_000;

/// What does not go with an evening as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EveningError {
    /// Somebody who came or left is not a player of the club.
    #[error("the club has no such player")]
    UnknownPlayer {
        /// Whether it is one of those who left.
        left: bool,
        /// Their place in the list.
        index: usize,
    },
    /// A table needs four players.
    #[error("a round needs four players, and {there} are there")]
    TooFewPlayers {
        /// How many are there.
        there: usize,
    },
    /// More players would be there than can be drawn.
    #[error("more than {MAX_ATTENDANCE} players would be there")]
    TooManyPlayers,
    /// More would have come and left than is read each time.
    #[error("the evening would have more than {MAX_EVENING_CHANGES} changes")]
    TooManyChanges,
    /// The evening has as many rounds as may be.
    #[error("the evening has {MAX_ROUNDS} rounds")]
    TooManyRounds,
    /// The evening came from another service, and its seed did not.
    #[error("the evening was opened at another service, which has its seed")]
    NoSeed,
    /// The round before was opened, or there is none: it is not drawn once more.
    #[error("no round was drawn yet, or the matches of the last one were opened")]
    NothingToRedraw,
    /// Another round was drawn instead of this one.
    #[error("another round was drawn instead of this one")]
    RoundReplaced,
    /// The matches of the round were opened before.
    #[error("the matches of this round were opened before")]
    RoundOpened,
}
