//! Why a season is not opened, closed or added up as it was asked.

/// Matches on the days of a season that are added up, at most: a club of 400 plays 32,000 in a year of 80 evenings with four rounds at 100
/// tables.
pub const MAX_SEASON_MATCHES: u32 = 40_000;

/// Of so many matches at most the entries are read, when standings are as of an entry that somebody chooses.
pub const MAX_EARLIER_MATCHES: usize = 500;

/// What does not go with a season as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeasonError {
    /// A handicap is for somebody who is not a player of the club.
    #[error("the club has no such player")]
    UnknownHandicap {
        /// The place of the handicap in the list.
        index: usize,
    },
    /// A team has somebody who is not a player of the club.
    #[error("the club has no such player")]
    UnknownTeamPlayer {
        /// The place of the team in the list.
        team: usize,
        /// The place of the player in the team.
        index: usize,
    },
    /// The season was closed before.
    #[error("the season was closed before")]
    ClosedBefore,
    /// The season has more matches than are added up.
    #[error("the season has more than {MAX_SEASON_MATCHES} matches")]
    TooManyMatches,
    /// More matches changed after the entry that is asked for than are read again.
    #[error("more than {MAX_EARLIER_MATCHES} matches of the season changed after this entry")]
    TooManyEarlierMatches,
}
