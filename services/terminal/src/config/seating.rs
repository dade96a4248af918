//! The flags of `faan seating`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Everything follows from the seed, the names and the earlier rounds. Say the seed before the draw, and everybody can draw it again.
#[derive(Debug, Args)]
pub struct Seating {
    #[command(subcommand)]
    pub command: SeatingCommand,
}

#[derive(Debug, Subcommand)]
pub enum SeatingCommand {
    /// Draw who sits where in the next round, and who sits out.
    Draw(Draw),
    /// Schedule several rounds at once, so that as few players as possible meet twice.
    Schedule(Schedule),
}

#[derive(Debug, Args)]
pub struct Draw {
    /// Whoever is there and wants to play, 4–400 names.
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    /// What the lots are drawn with, for example the day and the number of the round.
    #[arg(long)]
    pub seed: String,
    /// The earlier rounds of this evening, as `--json` printed them, one after another.
    #[arg(long, value_name = "FILE")]
    pub evening: Option<PathBuf>,
    /// The rounds of earlier evenings of the season, in the same form.
    #[arg(long, value_name = "FILE")]
    pub season: Option<PathBuf>,
    /// Print JSON, which can be appended to the file of the evening.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Schedule {
    /// The players: a multiple of four, 4–400 names.
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    /// How many rounds, 1–64.
    #[arg(long)]
    pub rounds: usize,
    /// What the lots are drawn with.
    #[arg(long)]
    pub seed: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
