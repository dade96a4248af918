//! The flags of `faan season`.

use clap::{Args, Subcommand};
use time::Date;

use super::account::{EXIT, Once, Visit};
use super::day::day;

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Season {
    #[command(subcommand)]
    pub command: SeasonCommand,
    /// The season, by its name or the beginning of it, or by its id. By default the one that was opened last; to close, the only one that is
    /// open.
    #[arg(long = "season", value_name = "SEASON", global = true)]
    pub which: Option<String>,
    #[command(flatten)]
    pub visit: Visit,
}

#[derive(Debug, Subcommand)]
pub enum SeasonCommand {
    /// Open a season: a league over some days, with rules for its standings.
    Open(OpenSeason),
    /// List the seasons, the last opened first.
    List,
    /// Show the standings of a season.
    Show(ShowSeason),
    /// Close a season: its standings are final.
    Close(CloseSeason),
}

#[derive(Debug, Args)]
pub struct OpenSeason {
    /// What it is called.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The first day of its matches.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub from: Date,
    /// The last day of its matches.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub until: Date,
    /// Count only matches under the variant with this id. Can be repeated.
    #[arg(long = "variant", value_name = "ID")]
    pub variants: Vec<String>,
    /// Count only matches that are over.
    #[arg(long)]
    pub leave_out_unfinished: bool,
    /// Count only so many matches of each player, those with the greatest gains.
    #[arg(long, value_name = "NUMBER")]
    pub best: Option<u32>,
    /// Give a rank only to players with so many matches.
    #[arg(long, value_name = "NUMBER")]
    pub minimum_matches: Option<u32>,
    /// Give a player points, or take them away, such as `ming=-10`. Can be repeated.
    #[arg(long = "handicap", value_name = "PLAYER=POINTS")]
    pub handicaps: Vec<String>,
    /// Add up the players of a team, such as `Winds=ming,bo`. Can be repeated.
    #[arg(long = "team", value_name = "LABEL=PLAYER,…")]
    pub teams: Vec<String>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct ShowSeason {
    /// The standings as of this day: only matches up to then.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub until: Option<Date>,
    /// The standings as of this entry of the ledger.
    #[arg(long, value_name = "SEQ")]
    pub as_of: Option<u64>,
}

#[derive(Debug, Args)]
pub struct CloseSeason {
    #[command(flatten)]
    pub once: Once,
}
