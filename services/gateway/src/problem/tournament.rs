//! What the ledger refuses of tournaments, as a problem.

use ledger::evidence::{MAX_ENTRANTS, MAX_TEAMS};
use ledger::{
    EntrantList, MAX_TOURNAMENT_CHANGES, RankedPlayer, TournamentError, TournamentRoundError,
};

use super::ledger::too_many;
use super::{Code, Problem, sentence};

impl From<TournamentError> for Problem {
    fn from(refused: TournamentError) -> Self {
        let detail = sentence(&refused);
        match refused {
            TournamentError::UnknownPlayer { index } => {
                let pointer = format!("/registered/{index}/player");
                Problem::at(Code::UnknownPlayer, pointer, detail)
            }
            TournamentError::NotAnEntrant { list } => {
                let pointer = match list {
                    EntrantList::CheckedIn(index) => format!("/checked_in/{index}"),
                    EntrantList::Withdrawn(index) => format!("/withdrawn/{index}"),
                    EntrantList::Penalty => "/player".to_owned(),
                };
                Problem::at(Code::NotAnEntrant, pointer, detail)
            }
            TournamentError::TooManyEntrants => too_many(Code::TooManyEntrants, MAX_ENTRANTS),
            TournamentError::TooManyTeams => too_many(Code::TooManyTeams, MAX_TEAMS),
            TournamentError::TooManyChanges => {
                too_many(Code::TooManyTournamentChanges, MAX_TOURNAMENT_CHANGES)
            }
            TournamentError::Closed => Problem::new(Code::TournamentClosed, detail),
            TournamentError::NoTablePoints => {
                Problem::at(Code::InvalidValue, "/table_points", detail)
            }
            TournamentError::WithdrawnBefore => Problem::new(Code::PenaltyWithdrawn, detail),
            TournamentError::TooManyEarlierMatches => {
                Problem::at(Code::TournamentTooLarge, "as_of_seq", detail)
            }
            TournamentError::CutContradicted { seated, left_out } => {
                cut_contradicted(&seated, &left_out)
            }
            TournamentError::Round(refused) => of_rounds(refused),
        }
    }
}

/// Prescribed tables leave out somebody with a better rank.
fn cut_contradicted(
    seated: &[((usize, usize), RankedPlayer)],
    left_out: &[RankedPlayer],
) -> Problem {
    let name = |ranked: &RankedPlayer| {
        let name = ranked.name.as_deref().unwrap_or("somebody without a name");
        match ranked.rank {
            Some(rank) => format!("{name} (rank {rank})"),
            None => format!("{name} (no rank)"),
        }
    };
    let names = |some: Vec<String>| some.join(", ");
    let detail = format!(
        "After the cut the best play on. Seated: {}. Left out: {}.",
        names(seated.iter().map(|(_, ranked)| name(ranked)).collect()),
        names(left_out.iter().map(name).collect()),
    );
    let problem = Problem::new(Code::CutContradicted, detail);
    let problem = problem.field(
        "/reason",
        "Without a reason nobody sits before a better rank.",
    );
    seated
        .iter()
        .fold(problem, |problem, ((table, chair), ranked)| {
            let detail = format!("{} sits before somebody with a better rank.", name(ranked));
            problem.field(format!("/tables/{table}/{chair}"), detail)
        })
}

/// The same of rounds: drawn, opened, and their clocks set.
fn of_rounds(refused: TournamentRoundError) -> Problem {
    use TournamentRoundError as Refused;
    let detail = sentence(&refused);
    let seat = |table: usize, chair: usize| format!("/tables/{table}/{chair}");
    match refused {
        Refused::NotCheckedIn { table, chair } => {
            Problem::at(Code::NotCheckedIn, seat(table, chair), detail)
        }
        Refused::TwoPlaces { table, chair } => {
            Problem::at(Code::InvalidValue, seat(table, chair), detail)
        }
        Refused::NoTables | Refused::DrawnTables => {
            Problem::at(Code::InvalidValue, "/tables", detail)
        }
        Refused::ReasonForDraw => Problem::at(Code::InvalidValue, "/reason", detail),
        Refused::NoClock => Problem::at(Code::InvalidValue, "/remaining_seconds", detail),
        Refused::NothingToRedraw => Problem::at(Code::NothingToRedraw, "/redraw", detail),
        Refused::WithoutHands { .. } => Problem::new(Code::MatchWithoutHands, detail),
        Refused::NotOpened => Problem::new(Code::RoundNotOpened, detail),
        Refused::Opened => Problem::new(Code::RoundOpened, detail),
        Refused::NoSeed => Problem::new(Code::NoSeed, detail),
        Refused::TooManyPlayers => too_many(Code::TooManyEntrants, MAX_ENTRANTS),
        Refused::TooFewPlayers { .. } => Problem::new(Code::TooFewPlayers, detail),
        Refused::TooFewForCut { .. } => Problem::new(Code::TooFewForCut, detail),
        Refused::TooManyRounds { .. } | Refused::TooManyDraws => {
            Problem::new(Code::TooManyRounds, detail)
        }
        Refused::NoSchedule
        | Refused::ScheduleAfterCut
        | Refused::NotWholeTables { .. }
        | Refused::OtherPlayers { .. } => Problem::new(Code::ScheduleBroken, detail),
    }
}
