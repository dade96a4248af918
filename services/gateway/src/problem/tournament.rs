//! What the ledger refuses of tournaments, as a problem.

use ledger::evidence::{MAX_DRAWS, MAX_ENTRANTS, MAX_TEAMS};
use ledger::{
    EntrantList, MAX_EARLIER_MATCHES, MAX_TOURNAMENT_CHANGES, RankedPlayer, TournamentError,
    TournamentRoundError,
};

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
            TournamentError::TooManyChanges => {
                too_many(Code::TooManyTournamentChanges, MAX_TOURNAMENT_CHANGES)
            }
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
    let seat = |table: usize, chair: usize| format!("/tables/{table}/{chair}");
    match refused {
        Refused::NotCheckedIn { table, chair } => {
            let detail = "This player is not checked in.";
            Problem::at(Code::NotCheckedIn, seat(table, chair), detail)
        }
        Refused::TwoPlaces { table, chair } => {
            let detail = "This player has another place.";
            Problem::at(Code::InvalidValue, seat(table, chair), detail)
        }
        Refused::NoTables => no_value("/tables", "The method `prescribed` needs the tables."),
        Refused::ReasonForDraw => no_value(
            "/reason",
            "Only the method `prescribed` takes a reason: every other draw follows from its seed.",
        ),
        Refused::DrawnTables => no_value("/tables", "Only the method `prescribed` takes tables."),
        Refused::NoClock => no_value(
            "/remaining_seconds",
            "The rules have no clock: say how many seconds are left.",
        ),
        Refused::NothingToRedraw => Problem::at(
            Code::NothingToRedraw,
            "/redraw",
            "No round was drawn yet, or the matches of the last one were opened.",
        ),
        Refused::WithoutHands { .. } => {
            Problem::new(Code::MatchWithoutHands, sentence(&refused.to_string()))
        }
        Refused::NotOpened => Problem::new(
            Code::RoundNotOpened,
            "The matches of the last round were not opened.",
        ),
        Refused::Opened => Problem::new(
            Code::RoundOpened,
            "The matches of this round were opened before.",
        ),
        Refused::NoSeed => Problem::new(
            Code::NoSeed,
            "The tournament was opened at another service, which has its seed.",
        ),
        Refused::TooManyPlayers => too_many(Code::TooManyEntrants, MAX_ENTRANTS),
        Refused::TooFewPlayers { .. }
        | Refused::TooFewForCut { .. }
        | Refused::TooManyRounds { .. }
        | Refused::TooManyDraws
        | Refused::NoSchedule
        | Refused::ScheduleAfterCut
        | Refused::NotWholeTables { .. }
        | Refused::OtherPlayers { .. } => not_drawn(refused),
    }
}

/// The same of rounds that cannot be drawn: the sentence says what does not fit.
fn not_drawn(refused: TournamentRoundError) -> Problem {
    use TournamentRoundError as Refused;
    let code = if let Refused::TooFewPlayers { .. } = refused {
        Code::TooFewPlayers
    } else if let Refused::TooFewForCut { .. } = refused {
        Code::TooFewForCut
    } else if let Refused::TooManyRounds { .. } | Refused::TooManyDraws = refused {
        Code::TooManyRounds
    } else {
        Code::ScheduleBroken
    };
    let detail = if let Refused::TooManyRounds { rounds } = refused {
        format!("The tournament has {rounds} rounds, and all were drawn.")
    } else if let Refused::TooManyDraws = refused {
        format!(
            "A tournament has {MAX_DRAWS} draws at most, one of them for each round that follows."
        )
    } else {
        sentence(&refused.to_string())
    };
    Problem::new(code, detail)
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|first| first.to_uppercase());
    let first = first.into_iter().flatten();
    first.chain(letters).chain(['.']).collect()
}

fn no_value(pointer: &'static str, detail: &'static str) -> Problem {
    Problem::at(Code::InvalidValue, pointer, detail)
}
