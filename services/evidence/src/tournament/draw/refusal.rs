//! Why a round of a tournament is not drawn.

use crate::PlayerId;

/// Why a round of a tournament is not drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TournamentDrawRefusal {
    /// The players cannot be seated.
    #[error(transparent)]
    Draw(#[from] seating::Refusal),
    /// After a cut, all who go on have to be there.
    #[error("{players} players go on after the cut, and {there} are there")]
    TooFewForCut {
        /// How many go on.
        players: usize,
        /// How many are there who are no substitutes.
        there: usize,
    },
    /// A schedule begins with the first round.
    #[error("the first round was not drawn by a schedule")]
    NoSchedule,
    /// A schedule is of those of the first round.
    #[error("no round after the cut is drawn by the schedule of the first one")]
    ScheduleAfterCut,
    /// Others are there than in the first round, and no substitutes for all of those who are missing.
    #[error(
        "the schedule is of those of the first round: {missing} of them are missing without a substitute, and {others} others are there"
    )]
    OtherPlayers {
        /// Those of the first round who are missing, for whom there is no substitute.
        missing: usize,
        /// Those who are there, are no substitutes, and were not drawn in the first round.
        others: usize,
    },
    /// A prescribed round has a number of tables that no round has.
    #[error("a round has 1 to 100 tables, not {0}")]
    Tables(usize),
    /// Somebody at a prescribed table is not there.
    #[error("player {0} is not checked in")]
    NotThere(PlayerId),
    /// Somebody has two places at prescribed tables.
    #[error("player {0} has two places")]
    TwoPlaces(PlayerId),
}
