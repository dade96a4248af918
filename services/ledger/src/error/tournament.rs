//! Why a tournament is not changed or added up as it was asked.

use super::season::MAX_EARLIER_MATCHES;
use evidence::{MAX_DRAWS, MAX_ENTRANTS, MAX_TEAMS, PlayerId};

/// Registrations, check-ins, withdrawals, penalties and changes of clocks of one tournament, at most: each read of it reads all of them. These
/// are ten for each entrant. Draws, matches and the end are not refused beyond.
pub const MAX_TOURNAMENT_CHANGES: usize = 4_000;

/// What does not go with a tournament as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// Somebody who is registered is not a player of the club.
    #[error("the club has no such player")]
    UnknownPlayer {
        /// Their place in the list.
        index: usize,
    },
    /// Somebody does not take part.
    #[error("this player is not registered for the tournament")]
    NotAnEntrant {
        /// Which list names them.
        list: EntrantList,
    },
    /// More players would take part than can be drawn.
    #[error("more than {MAX_ENTRANTS} players would take part")]
    TooManyEntrants,
    /// More teams would take part than may.
    #[error("the tournament would have more than {MAX_TEAMS} teams")]
    TooManyTeams,
    /// More was registered, checked in, withdrawn, taken away and timed than is read each time.
    #[error("the tournament would have more than {MAX_TOURNAMENT_CHANGES} changes")]
    TooManyChanges,
    /// The tournament was closed.
    #[error("the tournament was closed before")]
    Closed,
    /// A penalty takes table points away, and the rules have none.
    #[error("the rules of the tournament have no table points")]
    NoTablePoints,
    /// The penalty was withdrawn before.
    #[error("the penalty was withdrawn before")]
    WithdrawnBefore,
    /// More matches changed after the entry that is asked for than are read again.
    #[error("more than {MAX_EARLIER_MATCHES} matches of the tournament changed after this entry")]
    TooManyEarlierMatches,
    /// Prescribed tables after a cut contradict the ranks, and no reason is stated.
    #[error("the tables leave out somebody with a better rank")]
    CutContradicted {
        /// Those who are seated before others: at which table of the list, and on which of its chairs.
        seated: Vec<((usize, usize), RankedPlayer)>,
        /// Those who are there, have a better rank, and have no place.
        left_out: Vec<RankedPlayer>,
    },
    /// A round is not drawn, opened or timed as it was asked.
    #[error(transparent)]
    Round(#[from] TournamentRoundError),
}

/// A player and their rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedPlayer {
    /// Who.
    pub player: PlayerId,
    /// The name; none of who was erased, or is known without one.
    pub name: Option<String>,
    /// The rank in the standings; none of who has none.
    pub rank: Option<u64>,
}

/// Why a round of a tournament is not drawn, opened or timed as it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TournamentRoundError {
    /// Somebody who sits at a prescribed table is not checked in.
    #[error("this player is not checked in")]
    NotCheckedIn {
        /// The place of the table in the list.
        table: usize,
        /// The place of the player at the table.
        chair: usize,
    },
    /// Somebody has two places in the prescribed tables.
    #[error("this player has another place")]
    TwoPlaces {
        /// The place of the second table in the list.
        table: usize,
        /// The place of the player at that table.
        chair: usize,
    },
    /// A table needs four players.
    #[error("{there} players are checked in, and a table needs four")]
    TooFewPlayers {
        /// How many are checked in.
        there: usize,
    },
    /// All rounds of the rules were drawn.
    #[error("the tournament has {rounds} rounds, and all were drawn")]
    TooManyRounds {
        /// How many the rules have.
        rounds: u32,
    },
    /// Rounds were drawn as often as may be.
    #[error("a tournament has {MAX_DRAWS} draws at most, one of them for each round that follows")]
    TooManyDraws,
    /// The next round is drawn once the matches of the last one were opened.
    #[error("the matches of the last round were not opened")]
    NotOpened,
    /// The tournament came from another service, and its seed did not.
    #[error("the tournament was opened at another service, which has its seed")]
    NoSeed,
    /// The last round was opened, or there is none: it is not drawn once more.
    #[error("no round was drawn yet, or the matches of the last one were opened")]
    NothingToRedraw,
    /// More players would be drawn than can be.
    #[error("more than {MAX_ENTRANTS} players are checked in")]
    TooManyPlayers,
    /// The first round was not drawn by a schedule, so that no later one is.
    #[error("the first round was not drawn by a schedule")]
    NoSchedule,
    /// No round after the cut is drawn by the schedule.
    #[error("no round after the cut is drawn by a schedule")]
    ScheduleAfterCut,
    /// The players of the first round of a schedule fill no whole tables.
    #[error("{there} players are checked in, which are no whole tables")]
    NotWholeTables {
        /// How many are checked in.
        there: usize,
    },
    /// Other players are there than the schedule was made for.
    #[error(
        "of the players of the schedule {missing} are missing without a substitute, and {others} others are checked in"
    )]
    OtherPlayers {
        /// How many of those of the schedule are missing, for whom there is no substitute.
        missing: usize,
        /// How many others are there.
        others: usize,
    },
    /// Too few are there for the rounds after the cut.
    #[error("{players} players go on after the cut, and {there} are checked in")]
    TooFewForCut {
        /// How many go on.
        players: usize,
        /// How many are checked in who are no substitutes.
        there: usize,
    },
    /// A match of the tournament has no hand, so that it counts for nothing, and nobody said what becomes of it. Draws follow from ranks in which such a
    /// match counts if it has an outcome.
    #[error("the match at table {table} of round {round} has no hand")]
    WithoutHands {
        /// The number of the round.
        round: u32,
        /// The number of the table.
        table: usize,
    },
    /// The matches of the round were opened before.
    #[error("the matches of this round were opened before")]
    Opened,
    /// Only a prescribed round takes a reason: every other one follows from the seed.
    #[error("only the method `prescribed` takes a reason: every other draw follows from its seed")]
    ReasonForDraw,
    /// A round that is prescribed needs tables.
    #[error("the method `prescribed` needs the tables")]
    NoTables,
    /// A round that is drawn takes no tables.
    #[error("only the method `prescribed` takes tables")]
    DrawnTables,
    /// Nobody says how many seconds the clock shows: neither the request nor the rules.
    #[error("the rules have no clock: say how many seconds are left")]
    NoClock,
}

/// Where somebody was named who does not take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntrantList {
    /// Among those who came, at this place.
    CheckedIn(usize),
    /// Among those who left, at this place.
    Withdrawn(usize),
    /// In a penalty.
    Penalty,
}
