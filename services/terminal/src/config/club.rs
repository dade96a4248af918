//! The flags of a club at a terminal: who plays in it, and what their matches come to.

use clap::{Args, Subcommand};
use time::Date;

use super::account::{EXIT, Once, Visit};
use super::day::day;

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Club {
    #[command(subcommand)]
    pub command: Option<ClubCommand>,
    /// The club to choose, by the beginning of its name or by its id. By default your clubs are listed.
    #[arg(value_name = "CLUB")]
    pub chosen: Option<String>,
    #[command(flatten)]
    pub visit: Visit,
}

#[derive(Debug, Subcommand)]
pub enum ClubCommand {
    /// Found a club, and choose it. You become its first owner.
    Found(Found),
}

#[derive(Debug, Args)]
pub struct Found {
    /// What it is called.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The time zone that the days of its matches are meant in, such as Asia/Hong_Kong.
    #[arg(long, value_name = "ZONE")]
    pub time_zone: String,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Players {
    #[command(subcommand)]
    pub command: PlayersCommand,
    #[command(flatten)]
    pub visit: Visit,
}

#[derive(Debug, Subcommand)]
pub enum PlayersCommand {
    /// List the players, by name.
    List,
    /// Enrol players: they can sit down in matches from then on. Nobody needs an account to play.
    Enrol(Enrol),
    /// Give a player another name.
    Rename(Rename),
    /// Show what a player's matches come to: the best hand, places, streaks, patterns, and how it went with each of the others.
    Show(ShowPlayer),
}

#[derive(Debug, Args)]
pub struct Enrol {
    /// What the club calls them, each a word of its own to the shell: "Ah Ming" "Mei Ling".
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    #[command(flatten)]
    pub naming: Naming,
}

#[derive(Debug, Args)]
pub struct Rename {
    /// The player, by the beginning of the name, or by the id.
    #[arg(value_name = "PLAYER")]
    pub player: String,
    /// The name from now on.
    #[arg(value_name = "NAME")]
    pub name: String,
    #[command(flatten)]
    pub naming: Naming,
}

/// How names are given.
#[derive(Debug, Args)]
pub struct Naming {
    /// Give a name that another player of the club has, too: another person is meant. Case, the width of letters and spaces make no other name.
    #[arg(long)]
    pub namesake: bool,
    /// The Idempotency-Key: with the key of a command whose answer was lost, the same command does it once. By default a new one.
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
}

#[derive(Debug, Args)]
pub struct ShowPlayer {
    /// The player, by the beginning of the name, or by the id.
    #[arg(value_name = "PLAYER")]
    pub player: String,
    #[command(flatten)]
    pub period: Period,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Standings {
    #[command(flatten)]
    pub period: Period,
    #[command(flatten)]
    pub visit: Visit,
}

/// Which matches count.
#[derive(Debug, Args)]
pub struct Period {
    /// The first day, by the days the matches were played on. By default from the beginning.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub from: Option<Date>,
    /// The last day. By default up to now.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub until: Option<Date>,
    /// Only matches under the variant with this id. By default under any.
    #[arg(long, value_name = "ID")]
    pub variant: Option<String>,
}
