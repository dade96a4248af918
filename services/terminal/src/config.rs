//! The settings of the commands: flags and environment variables.

mod account;
mod audit;
mod circumstances;
mod club;
mod day;
mod demo;
mod evening;
mod match_flags;
mod rules;
mod season;
mod seating;
mod tournament;

pub use account::{Account, Login, LoginFile, Logout, Once, SignUp, Visit};
pub use audit::{
    Audit, AuditCommand, Held, ReceiptCheck, SeasonStandings, TournamentStandings, Verify, WhatIf,
};
pub use club::{
    Club, ClubCommand, Enrol, Found, Naming, Period, Players, PlayersCommand, Rename, ShowPlayer,
    Standings,
};
pub use demo::Demo;
pub use evening::{
    Attendance, DrawRound, Evening, EveningCommand, OpenEvening, ReplayRound, SettleEvening,
    StartRound,
};
pub use match_flags::{
    Correct, Correction, Declare, End, ImportMatches, Match, MatchCommand, Open, OutcomeArguments,
    Record, Show, Terms, WhichMatch, Win,
};
pub use rules::{Score, Seat, Variants, VariantsCommand};
pub use season::{CloseSeason, OpenSeason, Season, SeasonCommand, ShowSeason};
pub use seating::{Draw, Schedule, Seating, SeatingCommand};
pub use tournament::{
    Clock, CloseTournament, DrawTournamentRound, Entrants, ImportTournament, OpenTournament,
    Penalty, ShowTournamentStandings, Tournament, TournamentCommand, TournamentSchedule,
    WithdrawPenalty,
};
