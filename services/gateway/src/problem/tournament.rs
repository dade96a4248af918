//! What the ledger refuses of tournaments, as a problem.

use ledger::evidence::{MAX_DRAWS, MAX_ENTRANTS, MAX_TEAMS};
use ledger::{EntrantList, MAX_EARLIER_MATCHES, TournamentError, TournamentRoundError};

use super::ledger::{NO_SUCH_PLAYER, too_many};
use super::{Code, Problem};

impl From<TournamentError> for Problem {
    fn from(refused: TournamentError) -> Self {
        match refused {
            TournamentError::UnknownPlayer { index } => {
                let pointer = format!("/registered/{index}/player");
                Problem::at(Code::UnknownPlayer, pointer, NO_SUCH_PLAYER)
            }
            TournamentError::NotAnEntrant { list } => {
                let pointer = match list {
                    EntrantList::CheckedIn(index) => format!("/checked_in/{index}"),
                    EntrantList::Withdrawn(index) => format!("/withdrawn/{index}"),
                    EntrantList::Penalty => "/player".to_owned(),
                };
                let detail = "This player is not registered for the tournament.";
                Problem::at(Code::NotAnEntrant, pointer, detail)
            }
            TournamentError::TooManyEntrants => too_many(Code::TooManyEntrants, MAX_ENTRANTS),
            TournamentError::TooManyTeams => too_many(Code::TooManyTeams, MAX_TEAMS),
            TournamentError::Closed => {
                Problem::new(Code::TournamentClosed, "The tournament was closed before.")
            }
            TournamentError::NoTablePoints => Problem::at(
                Code::InvalidValue,
                "/table_points",
                "The rules of the tournament have no table points.",
            ),
            TournamentError::WithdrawnBefore => {
                Problem::new(Code::PenaltyWithdrawn, "The penalty was withdrawn before.")
            }
            TournamentError::TooManyEarlierMatches => {
                let detail = format!(
                    "More than {MAX_EARLIER_MATCHES} matches of the tournament changed after this entry."
                );
                Problem::at(Code::TournamentTooLarge, "as_of_seq", detail)
            }
            TournamentError::Round(refused) => of_rounds(refused),
        }
    }
}

/// The same of rounds: drawn, opened, and their clocks set.
fn of_rounds(refused: TournamentRoundError) -> Problem {
    match refused {
        TournamentRoundError::NotCheckedIn { table, chair } => {
            let pointer = format!("/tables/{table}/{chair}");
            Problem::at(
                Code::NotCheckedIn,
                pointer,
                "This player is not checked in.",
            )
        }
        TournamentRoundError::TwoPlaces { table, chair } => {
            let pointer = format!("/tables/{table}/{chair}");
            Problem::at(
                Code::InvalidValue,
                pointer,
                "This player has another place.",
            )
        }
        TournamentRoundError::TooFewPlayers { there } => {
            let detail = format!("A round needs four players, and {there} are checked in.");
            Problem::new(Code::TooFewPlayers, detail)
        }
        TournamentRoundError::TooManyRounds { rounds } => {
            let detail = format!("The tournament has {rounds} rounds, and all were drawn.");
            Problem::new(Code::TooManyRounds, detail)
        }
        TournamentRoundError::TooManyDraws => {
            let detail = format!("Rounds of the tournament were drawn {MAX_DRAWS} times.");
            Problem::new(Code::TooManyRounds, detail)
        }
        TournamentRoundError::NotOpened => Problem::new(
            Code::RoundNotOpened,
            "The matches of the last round were not opened.",
        ),
        TournamentRoundError::NoSeed => Problem::new(
            Code::NoSeed,
            "The tournament was opened at another service, which has its seed.",
        ),
        TournamentRoundError::NothingToRedraw => Problem::at(
            Code::NothingToRedraw,
            "/redraw",
            "No round was drawn yet, or the matches of the last one were opened.",
        ),
        TournamentRoundError::TooManyPlayers => too_many(Code::TooManyEntrants, MAX_ENTRANTS),
        TournamentRoundError::TooFewForCut { players, there } => {
            let detail =
                format!("{players} players go on after the cut, and {there} are checked in.");
            Problem::new(Code::FinalistMissing, detail)
        }
        TournamentRoundError::NoSchedule
        | TournamentRoundError::ScheduleAfterCut
        | TournamentRoundError::NotWholeTables { .. }
        | TournamentRoundError::OtherPlayers { .. } => no_schedule(refused),
        TournamentRoundError::Opened => Problem::new(
            Code::RoundOpened,
            "The matches of this round were opened before.",
        ),
        TournamentRoundError::NoClock => Problem::at(
            Code::InvalidValue,
            "/remaining_seconds",
            "The rules have no clock: say how many seconds are left.",
        ),
        TournamentRoundError::NoTables => Problem::at(
            Code::InvalidValue,
            "/tables",
            "The method `prescribed` needs the tables.",
        ),
        TournamentRoundError::DrawnTables => Problem::at(
            Code::InvalidValue,
            "/tables",
            "Only the method `prescribed` takes tables.",
        ),
    }
}

/// The same of rounds that are to be drawn by a schedule.
fn no_schedule(refused: TournamentRoundError) -> Problem {
    let detail = match refused {
        TournamentRoundError::NotWholeTables { there } => {
            format!("{there} players are checked in, and a schedule is for whole tables.")
        }
        TournamentRoundError::OtherPlayers { missing, others } => format!(
            "Of the players of the schedule {missing} are missing without a substitute, and {others} others are checked in."
        ),
        TournamentRoundError::ScheduleAfterCut => {
            "No round after the cut is drawn by a schedule.".to_owned()
        }
        _ => "The first round was not drawn by a schedule.".to_owned(),
    };
    Problem::new(Code::ScheduleBroken, detail)
}
