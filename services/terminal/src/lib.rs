//! The commands for people: commands without a service, such as `faan score`, and commands that call a service over HTTP, such as
//! `faan match`.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

use std::process::ExitCode;

use account::end;

mod account;
pub mod audit_commands;
mod club_players;
pub mod config;
pub mod demo;
mod evenings;
mod event_heading;
mod hand;
mod match_commands;
mod money;
mod name_match;
mod players;
mod print_answer;
mod rest;
mod round_tables;
pub mod score;
mod seasons;
pub mod seating;
mod sheet;
mod standings;
mod tournaments;
pub mod variants;
mod word;

/// `faan sign-up`
pub async fn sign_up(config: &config::SignUp) -> ExitCode {
    end(account::sign_up(config).await, false)
}

/// `faan login`
pub async fn login(config: &config::Login) -> ExitCode {
    end(account::login(config).await, false)
}

/// `faan logout`
pub async fn logout(config: &config::Logout) -> ExitCode {
    end(account::logout(config).await, false)
}

/// `faan club`
pub async fn club(config: &config::Club) -> ExitCode {
    end(account::club(config).await, config.visit.json)
}

/// `faan player`
pub async fn player(config: &config::Players) -> ExitCode {
    end(players::run(config).await, config.visit.json)
}

/// `faan standings`
pub async fn show_standings(config: &config::Standings) -> ExitCode {
    end(standings::run(config).await, config.visit.json)
}

/// `faan evening`
pub async fn evening(config: &config::Evening) -> ExitCode {
    end(evenings::run(config).await, config.visit.json)
}

/// `faan season`
pub async fn season(config: &config::Season) -> ExitCode {
    end(seasons::run(config).await, config.visit.json)
}

/// `faan tournament`
pub async fn tournament(config: &config::Tournament) -> ExitCode {
    end(tournaments::run(config).await, config.visit.json)
}

/// `faan match`
pub async fn match_command(config: &config::Match) -> ExitCode {
    end(match_commands::run(config).await, config.visit.json)
}
