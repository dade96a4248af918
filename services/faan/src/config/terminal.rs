//! The flags of whoever uses a service at a terminal.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clap_complete::Shell;
use time::Date;

pub(crate) const EXIT: &str = "\
The exit status is 1 where the service or somebody here refuses, 2 where something cannot be understood, 3 where nobody is signed
in (any more), and 4 where there is no answer.";

#[derive(Debug, Args)]
pub(crate) struct LoginFile {
    /// Where to keep who is signed in. By default `faan/login.json` in the folder for settings (XDG_CONFIG_HOME or ~/.config).
    #[arg(long, env = "FAAN_LOGIN_FILE", value_name = "FILE", global = true)]
    pub(crate) login_file: Option<PathBuf>,
}

/// Whose account it is, where, and what proves it.
#[derive(Debug, Args)]
pub(crate) struct Account {
    /// Where the service is, such as https://faan.example.
    #[arg(value_name = "URL")]
    pub(crate) service: String,
    /// The address to sign in with. By default you are asked.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) email: Option<String>,
    /// A file with the password, for its owner's eyes only. By default you are asked, or it is read from standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// Send it over http://… to another machine, too, where nobody else can listen.
    #[arg(long)]
    pub(crate) plain_http: bool,
    #[command(flatten)]
    pub(crate) login_file: LoginFile,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub(crate) struct SignUp {
    #[command(flatten)]
    pub(crate) account: Account,
    /// What others see. By default you are asked.
    #[arg(long, value_name = "NAME")]
    pub(crate) display_name: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub(crate) struct Login {
    #[command(flatten)]
    pub(crate) account: Account,
    /// A file with the password that you want, where yours is for one time. By default you are asked.
    #[arg(long, value_name = "FILE")]
    pub(crate) new_password_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub(crate) struct Logout {
    #[command(flatten)]
    pub(crate) login_file: LoginFile,
}

/// Who asks, and about which club.
#[derive(Debug, Args)]
pub(crate) struct Visit {
    /// The club, by name or id. By default the one that was chosen.
    #[arg(long = "in", env = "FAAN_CLUB", value_name = "CLUB", global = true)]
    pub(crate) club: Option<String>,
    /// A key for a machine, instead of somebody who signed in. Better in the variable than here, where others may see it.
    #[arg(
        long,
        env = "FAAN_API_KEY",
        hide_env_values = true,
        value_name = "KEY",
        global = true
    )]
    pub(crate) api_key: Option<String>,
    /// With a key: where the service is.
    #[arg(
        long,
        env = "FAAN_URL",
        default_value = "http://127.0.0.1:8080",
        global = true
    )]
    pub(crate) url: String,
    /// With a key: send it over http://… to another machine, too, where nobody else can listen.
    #[arg(long, global = true)]
    pub(crate) plain_http: bool,
    #[command(flatten)]
    pub(crate) login_file: LoginFile,
    /// Print the service's answer as it is: JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Completion {
    /// For which shell: `faan completion bash > ~/.local/share/bash-completion/completions/faan`, say.
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub(crate) struct Match {
    #[command(subcommand)]
    pub(crate) command: MatchCommand,
    #[command(flatten)]
    pub(crate) visit: Visit,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MatchCommand {
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
}

#[derive(Debug, Args)]
pub(crate) struct Open {
    /// Four players of the club, the first East first, then to the right: by the beginnings of their names, or by their ids.
    #[arg(num_args = 4, required = true, value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// The rules: a built-in variant (`faan variants` lists them), a variant of the club by its hash, or a file with a document.
    #[arg(long, default_value = "old-hong-kong", value_name = "ID|HASH|FILE")]
    pub(crate) variant: String,
    /// The least fan a hand needs. By default the variant's own.
    #[arg(long, value_name = "FAN")]
    pub(crate) minimum: Option<u32>,
    /// Money per point, in minor units (cents) of the currency: 50 with HKD is half a Hong Kong dollar. By default the table plays
    /// for points.
    #[arg(long, requires = "currency", value_name = "CENTS")]
    pub(crate) stake: Option<u32>,
    /// The currency of the stake, such as HKD.
    #[arg(long, requires = "stake", value_name = "CODE")]
    pub(crate) currency: Option<String>,
    /// The points everyone starts with.
    #[arg(long, allow_negative_numbers = true, value_name = "POINTS")]
    pub(crate) starting_points: Option<i32>,
    /// The day it is played on. By default today, where the club is.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub(crate) day: Option<Date>,
    #[command(flatten)]
    pub(crate) once: Once,
}

/// What makes a write one that is done once.
#[derive(Debug, Args)]
pub(crate) struct Once {
    /// The Idempotency-Key: with the key of a command whose answer was lost, the same command does it once. By default a new one.
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WhichMatch {
    /// The match, by the beginning of its id. By default the only one that is open.
    #[arg(long = "match", value_name = "MATCH", global = true)]
    pub(crate) game: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Record {
    #[command(subcommand)]
    pub(crate) outcome: Outcome,
    #[command(flatten)]
    pub(crate) which: WhichMatch,
    /// The number that the hand must get: it is refused if another hand took it. By default the next.
    #[arg(long, value_name = "NUMBER", global = true)]
    pub(crate) number: Option<u32>,
    /// Show what it is worth and who pays, and record nothing.
    #[arg(long, global = true)]
    pub(crate) dry_run: bool,
    /// The Idempotency-Key: with the key of a command whose answer was lost, the same command does it once. By default a new one.
    #[arg(long, value_name = "KEY", global = true)]
    pub(crate) key: Option<String>,
}

/// Players are named by the beginnings of their names, by their ids, or by their seat winds in that hand.
#[derive(Debug, Subcommand)]
pub(crate) enum Outcome {
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
pub(crate) struct Win {
    /// Who won.
    pub(crate) player: String,
    /// With what: the tiles, and words, as `faan score` takes them; or what the table declares, as `5fan` or `limit`. `from` and
    /// `liable` may be names, too; the seat and the round are the match's.
    pub(crate) win: String,
    /// Who discarded the winning tile, or declared the robbed kong.
    #[arg(long, conflicts_with = "self_draw", value_name = "PLAYER")]
    pub(crate) from: Option<String>,
    /// The winner drew the winning tile.
    #[arg(long)]
    pub(crate) self_draw: bool,
    /// The winning tile was the last of the wall, or the discard or kong that followed it.
    #[arg(long)]
    pub(crate) last_tile: bool,
    /// What the winning tile replaced.
    #[arg(long, value_parser = ["bonus_tile", "kong", "second_kong"], ignore_case = true, value_name = "WHAT")]
    pub(crate) replacement: Option<String>,
    /// A win on the first turn: the dealer's dealt hand, the dealer's first discard, or the first draw of another.
    #[arg(long, value_parser = ["heaven", "earth", "man"], ignore_case = true, value_name = "WHICH")]
    pub(crate) first_turn: Option<String>,
    /// Who is liable for the win 包; with `rule=…` among the words of the win.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) liable: Option<String>,
    /// Somebody else who won by the same tile, and with what, where the variant pays every winner.
    #[arg(long, num_args = 2, action = clap::ArgAction::Append, value_names = ["PLAYER", "WIN"])]
    pub(crate) also: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The match, by the beginning of its id. By default the only one that is open.
    #[arg(value_name = "MATCH")]
    pub(crate) game: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Correct {
    /// What to put right: a hand by its number, anything by the beginning of its id.
    #[arg(value_name = "HAND")]
    pub(crate) outcome: String,
    #[command(subcommand)]
    pub(crate) how: Correction,
    #[command(flatten)]
    pub(crate) which: WhichMatch,
    /// Why, for people.
    #[arg(long, value_name = "TEXT", global = true)]
    pub(crate) reason: Option<String>,
    /// Put what follows before that hand, which stays.
    #[arg(long)]
    pub(crate) insert: bool,
    /// Do it without asking.
    #[arg(long, short, global = true)]
    pub(crate) yes: bool,
    /// Show what would change, and change nothing.
    #[arg(long, global = true)]
    pub(crate) dry_run: bool,
    /// The Idempotency-Key: with the key of a command whose answer was lost, the same command does it once. By default a new one.
    #[arg(long, value_name = "KEY", global = true)]
    pub(crate) key: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Correction {
    /// It never happened.
    Void,
    /// What happened instead.
    #[command(flatten)]
    Stated(Outcome),
}

#[derive(Debug, Args)]
pub(crate) struct End {
    #[command(flatten)]
    pub(crate) which: WhichMatch,
    /// Why, for people.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) once: Once,
}

pub(super) fn day(text: &str) -> Result<Date, String> {
    let form = time::macros::format_description!("[year]-[month]-[day]");
    Date::parse(text, form).map_err(|_| "expected a day, such as 2026-11-21".to_owned())
}
