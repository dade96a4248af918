//! What matches come to for those who played them: figures, places, ratings, and the standings of seasons and tournaments.
//!
//! Everything here follows from a club's entries. [`MatchTally`] says what one match comes to for each of its players; figures of
//! consecutive matches are joined ([`Figures::then`]), and joining them day by day, month by month, year by year comes to the same as
//! joining all of them at once. So figures over any time are read from few sums ([`cover`]).
#![warn(missing_docs)]

mod difference;
mod figures;
mod longest_deal;
mod match_tally;
mod merges;
mod rating;
mod season;
mod span;
mod tournament;

pub use difference::Change;
pub use figures::{Against, Best, Detail, Figures, Streaks, Totals};
pub use longest_deal::LongestDeal;
pub use match_tally::{MAX_MATCH_PLAYERS, MatchTally, WonHand};
pub use merges::{MergeChange, counts_for, with_merged};
pub use rating::{Rating, rate};
pub use season::{SeasonMatch, SeasonStanding, SeasonStandings, TeamStanding};
pub use span::{Span, cover};
pub use tournament::{
    TWELFTHS_OF_HALF_POINT, TWELFTHS_OF_TABLE_POINT, TournamentMatch, TournamentStanding,
    TournamentStandings, TournamentTeamStanding,
};
