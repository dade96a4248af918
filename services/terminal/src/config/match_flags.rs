//! The flags of `faan match`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use time::Date;

use super::account::{EXIT, Once, Visit};
use super::circumstances::Circumstances;
use super::day::day;

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Match {
    #[command(subcommand)]
    pub command: MatchCommand,
    #[command(flatten)]
    pub visit: Visit,
}

#[derive(Debug, Subcommand)]
pub enum MatchCommand {
    /// Open a match: four players sit down.
    Open(Open),
    /// List the matches, the last opened first.
    List,
    /// Record a hand, or what happened between two.
    Record(Record),
    /// Show a match: rounds, hands, tiles, running totals, and whose deal is next.
    Show(Show),
    /// Put right what was recorded wrongly. It shows first what that changes, and asks.
    Correct(Correct),
    /// End a match before its last hand.
    End(End),
    /// Declare a match void: nothing of it counts, and it stays to be read (owners and referees).
    Void(Declare),
    /// Declare that a void match counts again (owners and referees).
    Reinstate(Declare),
    /// Import matches that were kept in a spreadsheet, with a line for each hand.
    Import(ImportMatches),
}

#[derive(Debug, Args)]
pub struct Open {
    /// Four players of the club, the first East first, then to the right: by the beginnings of their names, or by their ids.
    #[arg(num_args = 4, required = true, value_name = "PLAYER")]
    pub players: Vec<String>,
    #[command(flatten)]
    pub terms: Terms,
    /// The day it is played on. By default today, where the club is.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub day: Option<Date>,
    #[command(flatten)]
    pub once: Once,
}

/// What the table agreed on.
#[derive(Debug, Args)]
pub struct Terms {
    /// The rules: a built-in variant (`faan variants` lists them), a variant of the club by its hash, or a file with a document.
    #[arg(long, default_value = "old-hong-kong", value_name = "ID|HASH|FILE")]
    pub variant: String,
    /// The least fan a hand needs. By default the variant's own.
    #[arg(long, value_name = "FAN")]
    pub minimum: Option<u32>,
    /// Money per point, in minor units (cents) of the currency: 50 with HKD is half a Hong Kong dollar. By default the table plays
    /// for points.
    #[arg(long, requires = "currency", value_name = "CENTS")]
    pub stake: Option<u32>,
    /// The currency of the stake, such as HKD.
    #[arg(long, requires = "stake", value_name = "CODE")]
    pub currency: Option<String>,
    /// The points everyone starts with.
    #[arg(long, allow_negative_numbers = true, value_name = "POINTS")]
    pub starting_points: Option<i32>,
}

const AFTER_IMPORT: &str = "\
The file is CSV, in the encoding and with the separators that the spreadsheet writes, or a workbook (XLSX). The first line names the
columns, in any order, and each further line is a hand:
  match                      a label that the lines of a match have in common
  played_on                  the day, such as 2026-11-21; on the first line of a match at least
  east, south, west, north   who starts the match there; on the first line of a match at least
  winner                     who won; empty where nobody did
  won_by                     self_draw, discard, robbed_kong or bonus_tiles; without a winner goulash, or early_end on a line after the
                             last hand of a match that was ended early
  from                       who gave the tile
  fan                        a number, or limit
The service says more of it at /docs. Players are found by their exact names: enrol those whom the club does not know. The flags
state the terms of all matches.

All matches are shown as they would be, and all doubts. If something is refused, nothing is imported. The same command does it once.

Examples:
  faan match import season.csv --stake 50 --currency HKD --dry-run
  faan match import season.xlsx --variant half-spicy-13-full-gun --minimum 1";

#[derive(Debug, Args)]
#[command(after_help = AFTER_IMPORT)]
pub struct ImportMatches {
    /// The file, of at most 512 KiB.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub terms: Terms,
    /// Only show what would be imported.
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct WhichMatch {
    /// The match, by the beginning of its id. By default the only one that is open.
    #[arg(long = "match", value_name = "MATCH", global = true)]
    pub game: Option<String>,
}

#[derive(Debug, Args)]
pub struct Record {
    #[command(subcommand)]
    pub outcome: OutcomeArguments,
    #[command(flatten)]
    pub which: WhichMatch,
    /// The number that the hand must get: it is refused if another hand took it. By default the next.
    #[arg(long, value_name = "NUMBER", global = true)]
    pub number: Option<u32>,
    /// Show what it is worth and who pays, and record nothing.
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// The Idempotency-Key: with the key of a command whose answer was lost, the same command does it once. By default a new one.
    #[arg(long, value_name = "KEY", global = true)]
    pub key: Option<String>,
}

/// Players are named by the beginnings of their names, by their ids, or by their seat winds in that hand.
#[derive(Debug, Subcommand)]
pub enum OutcomeArguments {
    /// Somebody won.
    Win(Win),
    /// Nobody won: a dead hand.
    Goulash,
    /// The players agreed on what a hand pays, and do not say how it came about.
    Agreed {
        /// What each player gains or pays, as `Ming=12` and `Bo=-4`; they sum to zero, and who is not named has 0.
        #[arg(required = true, value_name = "PLAYER=POINTS")]
        points: Vec<String>,
        /// Who won. By default nobody.
        #[arg(long, value_name = "PLAYER")]
        winner: Option<String>,
    },
    /// Somebody called mahjong without a legal win.
    FalseMahjong {
        player: String,
        /// The points to each other player, where the variant leaves them to the table.
        #[arg(long, value_name = "POINTS")]
        points: Option<u32>,
    },
    /// Somebody pays a penalty. It is no hand.
    Penalty {
        player: String,
        /// One of the variant's penalties, by its id. By default one of the table's own.
        #[arg(long, value_name = "ID")]
        penalty: Option<String>,
        /// The points to each who gets them. By default the penalty's own.
        #[arg(long, value_name = "POINTS")]
        points: Option<u32>,
        /// Who gets them: each of the other players, or once the club's house.
        #[arg(long, value_parser = ["players", "house"], default_value = "players", value_name = "WHO")]
        to: String,
        /// What for.
        #[arg(long = "for", value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Players pay one of them besides what hands pay, such as for a kong. It is no hand.
    SidePayment {
        /// Who is paid.
        player: String,
        /// Who pays. By default each other player.
        #[arg(long, value_name = "PLAYER")]
        from: Option<String>,
        /// One of the variant's side payments, by its id. By default one of the table's own.
        #[arg(long, value_name = "ID")]
        side_payment: Option<String>,
        /// The points that each payer pays. By default the side payment's own.
        #[arg(long, value_name = "POINTS")]
        points: Option<u32>,
        /// What for.
        #[arg(long = "for", value_name = "TEXT")]
        reason: Option<String>,
    },
    /// What the whole match came to, of which no hand was written down. It ends the match.
    Totals {
        /// What each player gained or lost, as `Ming=12` and `Bo=-4`; who is not named has 0.
        #[arg(required = true, value_name = "PLAYER=POINTS")]
        points: Vec<String>,
        /// What the club's house gets; with it they sum to zero.
        #[arg(long, value_name = "POINTS")]
        house: Option<String>,
        /// Why there are no hands.
        #[arg(long = "for", value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Somebody else takes over a chair. It is no hand.
    Substitution {
        /// Who goes.
        player: String,
        /// Who comes.
        newcomer: String,
    },
}

const AFTER_WIN: &str = "\
Examples:
  faan match record win Ming \"88m NN (222m) (444p) (666s) 1f + 8m\" --self-draw
  faan match record win Mei \"23m 789s PP (SSS) (FFF) 2f 2q + 4m\" --from Bo
  faan match record win Bo \"123p 456p 78p 55p (222p) + 9p from=south robbed=added\"
  faan match record win Fong 5fan --from Ming
  faan match record win Ming limit --self-draw";

#[derive(Debug, Args)]
#[command(after_help = AFTER_WIN)]
pub struct Win {
    /// Who won.
    pub player: String,
    /// With what: the tiles, and words, as `faan score` takes them; or what the table declares, as `5fan` or `limit`. `from` and
    /// `liable` may be names, too; the seat and the round are the match's.
    pub win: String,
    /// Who discarded the winning tile, or declared the robbed kong.
    #[arg(long, conflicts_with = "self_draw", value_name = "PLAYER")]
    pub from: Option<String>,
    #[command(flatten)]
    pub circumstances: Circumstances,
    /// Who is liable for the win 包; with `rule=…` among the words of the win.
    #[arg(long, value_name = "PLAYER")]
    pub liable: Option<String>,
    /// Somebody else who won by the same tile, and with what, where the variant pays every winner.
    #[arg(long, num_args = 2, action = clap::ArgAction::Append, value_names = ["PLAYER", "WIN"])]
    pub also: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Show {
    /// The match, by the beginning of its id. By default the only one that is open.
    #[arg(value_name = "MATCH")]
    pub game: Option<String>,
}

#[derive(Debug, Args)]
pub struct Correct {
    /// What to put right: a hand by its number, anything by the beginning of its id.
    #[arg(value_name = "HAND")]
    pub outcome: String,
    #[command(subcommand)]
    pub how: Correction,
    #[command(flatten)]
    pub which: WhichMatch,
    /// Why, for people.
    #[arg(long, value_name = "TEXT", global = true)]
    pub reason: Option<String>,
    /// Put what follows before that hand, which stays.
    #[arg(long)]
    pub insert: bool,
    /// Do it without asking.
    #[arg(long, short, global = true)]
    pub yes: bool,
    /// Show what would change, and change nothing.
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// The Idempotency-Key: with the key of a command whose answer was lost, the same command does it once. By default a new one.
    #[arg(long, value_name = "KEY", global = true)]
    pub key: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Correction {
    /// It never happened.
    Void,
    /// What happened instead.
    #[command(flatten)]
    Stated(OutcomeArguments),
}

#[derive(Debug, Args)]
pub struct End {
    #[command(flatten)]
    pub which: WhichMatch,
    /// Why, for people.
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct Declare {
    #[command(flatten)]
    pub which: WhichMatch,
    /// Why, for people.
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    #[command(flatten)]
    pub once: Once,
}
