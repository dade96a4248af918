//! The flags of the commands that ask the rules and no service: `score` and `variants`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// What the words of a win mean that no flag says, and some wins to begin with.
const AFTER_SCORE: &str = "\
Words in the win, for everything that is not a tile:
  self_draw  last_tile  seat=WIND  round=WIND  from=WIND  replacement=…  first_turn=…
                         as the flags of these names; WIND is east, south, west or north
  robbed=KIND            the winning tile was robbed from a kong: exposed, added or concealed; with from=WIND
  added                  the kongs in parentheses were added to a melded pung
  bonus_tiles            won at once by seven or eight flowers and seasons; there is no `+` then
  liable=WIND rule=RULE  that player is liable 包: nine_tiles, twelve_tiles, five_tiles, big_three_dragons,
                         big_four_winds or kong_replacement, as far as the variant plays it
  tiles_left=NUMBER  live_tile=yes|no
                         with five_tiles, where known: the tiles before the dead wall, and whether nobody had shown it

Examples:
  faan score \"88m NN (222m) (444p) (666s) 1f + 8m\" --seat west --self-draw
  faan score \"23m 55p (789s) (EEE) (CCC) + 4m from=north robbed=added\" --minimum 0
  faan score \"11m 99s (CCC) (FFF) (PPP) + 1m self_draw liable=south rule=big_three_dragons\" --variant half-spicy-13-full-gun
  faan score \"11m 33m 55p 77p 22s CC E + E\" --variant club.toml --readings

The exit status is 1 where the rules refuse the hand, and 2 where something cannot be understood.";

#[derive(Debug, Args)]
#[command(after_long_help = AFTER_SCORE)]
pub struct Score {
    /// The win: concealed tiles, exposed melds in parentheses, concealed kongs in brackets, flowers and seasons, then `+` and
    /// the winning tile.
    ///
    /// `123m` are characters, `55p` dots, `789s` bamboos, `E S W N` winds, `C F P` the red, green and white dragon, `1f` to `4f`
    /// flowers and `1q` to `4q` seasons; the case matters. `z` numbers the honours, from `1z` East to `7z` red. Unicode tiles
    /// are fine too, and spaces are free around `+`, parentheses and brackets. Words such as `seat=west` may stand anywhere;
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
    /// The winner drew the winning tile.
    #[arg(long)]
    pub self_draw: bool,
    /// The winning tile was the last of the wall, or the discard or kong that followed it.
    #[arg(long)]
    pub last_tile: bool,
    /// What the winning tile replaced.
    #[arg(long, value_parser = ["bonus_tile", "kong", "second_kong"], ignore_case = true, value_name = "WHAT")]
    pub replacement: Option<String>,
    /// A win on the first turn: the dealer's dealt hand, the dealer's first discard, or the first draw of another.
    #[arg(long, value_parser = ["heaven", "earth", "man"], ignore_case = true, value_name = "WHICH")]
    pub first_turn: Option<String>,
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
