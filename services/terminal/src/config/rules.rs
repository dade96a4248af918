//! The flags of the commands that ask the rules and no service: `score` and `variants`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::circumstances::{AFTER_SCORE, Circumstances};

#[derive(Debug, Args)]
#[command(after_long_help = AFTER_SCORE)]
pub struct Score {
    /// The win: concealed tiles, exposed melds in parentheses, concealed kongs in brackets, flowers and seasons, then `+` and
    /// the winning tile.
    ///
    /// `123m` are characters, `55p` dots, `789s` bamboos, `E S W N` winds, `C F P` the red, green and white dragon, `1f` to `4f`
    /// flowers and `1q` to `4q` seasons; the case matters. `z` numbers the honours, from `1z` East to `7z` red. Chinese
    /// names (`八萬 紅中`) and Unicode tiles are fine too, and spaces are free around `+`, parentheses and brackets. Words such as `seat=west` may stand anywhere;
    /// they are listed below.
    pub win: String,
    /// A built-in variant (`faan variants` lists them), or a file with a document of your own: TOML if its name ends in
    /// `.toml`, else JSON.
    #[arg(long, default_value = "old-hong-kong", value_name = "ID|FILE")]
    pub variant: String,
    /// The winner's seat wind; East is the dealer. By default East.
    #[arg(long, ignore_case = true, value_name = "WIND")]
    pub seat: Option<Seat>,
    /// The prevailing wind. By default East.
    #[arg(long, ignore_case = true, value_name = "WIND")]
    pub round: Option<Seat>,
    /// Who discarded the winning tile, or declared the robbed kong. By default the player to the right.
    #[arg(
        long,
        ignore_case = true,
        conflicts_with = "self_draw",
        value_name = "WIND"
    )]
    pub from: Option<Seat>,
    #[command(flatten)]
    pub circumstances: Circumstances,
    /// The least fan a hand needs. By default the variant's own.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=100), value_name = "FAN")]
    pub minimum: Option<u32>,
    /// Tell the other readings of the tiles too.
    #[arg(long)]
    pub readings: bool,
    /// Print JSON, in the words of the REST interface.
    #[arg(long)]
    pub json: bool,
}

/// A seat, by its wind.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Seat {
    East,
    South,
    West,
    North,
}

/// Without a command it lists the built-in variants.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Variants {
    #[command(subcommand)]
    pub command: Option<VariantsCommand>,
    /// Print the list as JSON, with the whole hashes and the sources.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum VariantsCommand {
    /// Print the document of a variant, to read or to begin your own with.
    Show {
        /// A built-in variant, or a file with a document.
        #[arg(value_name = "ID|FILE")]
        variant: String,
        /// Print it as TOML, not as JSON.
        #[arg(long)]
        toml: bool,
    },
    /// Say in what a variant differs from another, the rules first.
    Compare {
        /// The one: a built-in variant, or a file with a document.
        #[arg(value_name = "ID|FILE")]
        before: String,
        /// The other.
        #[arg(value_name = "ID|FILE")]
        after: String,
    },
    /// Say everything that is wrong with a document, each with its path and a stable code; the exit status is then 1.
    Check {
        /// A document of your own: TOML if its name ends in `.toml`, else JSON.
        file: PathBuf,
    },
}
