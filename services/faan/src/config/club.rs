//! The flags of a club at a terminal.

use clap::{Args, Subcommand};

use super::terminal::{EXIT, Once, Visit};

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub(crate) struct Club {
    #[command(subcommand)]
    pub(crate) command: Option<ClubCommand>,
    /// The club to choose, by the beginning of its name or by its id. By default your clubs are listed.
    #[arg(value_name = "CLUB")]
    pub(crate) chosen: Option<String>,
    #[command(flatten)]
    pub(crate) visit: Visit,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ClubCommand {
    /// Found a club, and choose it. You become its first owner.
    Found(Found),
}

#[derive(Debug, Args)]
pub(crate) struct Found {
    /// What it is called.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The time zone that the days of its matches are meant in, such as Asia/Hong_Kong.
    #[arg(long, value_name = "ZONE")]
    pub(crate) time_zone: String,
    #[command(flatten)]
    pub(crate) once: Once,
}
