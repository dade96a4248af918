//! The flags of `faan evening`.

use clap::{Args, Subcommand};
use time::Date;

use super::account::{EXIT, Once, Visit};
use super::day::day;

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Evening {
    #[command(subcommand)]
    pub command: EveningCommand,
    /// The evening, by the beginning or the end of its id. By default the one that was opened last.
    #[arg(long = "evening", value_name = "EVENING", global = true)]
    pub which: Option<String>,
    #[command(flatten)]
    pub visit: Visit,
}

#[derive(Debug, Subcommand)]
pub enum EveningCommand {
    /// Open an evening: a day on which the club plays.
    Open(OpenEvening),
    /// List the evenings, the last opened first.
    List,
    /// Show who is there, who sits where, and who sits out.
    Show,
    /// Check players in who came.
    In(Attendance),
    /// Check players out who left.
    Out(Attendance),
    /// Draw the next round among those who are there, from a seed whose hash was published before.
    Draw(DrawRound),
    /// Open the matches of the last round.
    Start(StartRound),
    /// Open the void matches of a round anew, at their tables.
    Replay(ReplayRound),
    /// Settle the matches of all rounds together.
    Settle(SettleEvening),
}

#[derive(Debug, Args)]
pub struct OpenEvening {
    /// The labels of the tables, the first table first. Further tables have only their numbers.
    #[arg(value_name = "TABLE")]
    pub tables: Vec<String>,
    /// Where the club plays.
    #[arg(long, value_name = "TEXT")]
    pub hall: Option<String>,
    /// The day. By default today, where the club is.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub day: Option<Date>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct Attendance {
    /// Players of the club, by the beginnings of their names, or by their ids.
    #[arg(required = true, value_name = "PLAYER")]
    pub players: Vec<String>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct DrawRound {
    /// The number of the draw: how often was drawn before, and one. If somebody else drew meanwhile, nothing is drawn. By default the next one.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub draw: Option<u32>,
    /// The round before it was not played: it does not count.
    #[arg(long)]
    pub redraw: bool,
    /// Draw it although tables of earlier rounds still play. They go on.
    #[arg(long)]
    pub unfinished: bool,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct StartRound {
    /// The rules: a built-in variant (`faan variants` lists them), a variant of the club by its hash, or a file with a document.
    #[arg(long, default_value = "old-hong-kong", value_name = "ID|HASH|FILE")]
    pub variant: String,
    /// Money per point, in minor units (cents) of the currency. By default the tables play for points.
    #[arg(long, requires = "currency", value_name = "CENTS")]
    pub stake: Option<u32>,
    /// The currency of the stake, such as HKD.
    #[arg(long, requires = "stake", value_name = "CODE")]
    pub currency: Option<String>,
    /// The number of the round. By default the last one.
    #[arg(long, value_name = "NUMBER")]
    pub round: Option<u32>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct ReplayRound {
    /// The number of the round. By default the last one.
    #[arg(long, value_name = "NUMBER")]
    pub round: Option<u32>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct SettleEvening {
    /// The currency of the matches, such as HKD.
    #[arg(long, value_name = "CODE")]
    pub currency: String,
    #[command(flatten)]
    pub once: Once,
}
