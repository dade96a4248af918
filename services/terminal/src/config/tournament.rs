//! The flags of `faan tournament` and `faan schedule`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use time::Date;

use super::account::{EXIT, Once, Visit};
use super::day::day;
use super::evening::{ReplayRound, StartRound};

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Tournament {
    #[command(subcommand)]
    pub command: TournamentCommand,
    /// The tournament, by its name or the beginning of it, or by its id. By default the one that was opened last; to close, the only one
    /// that is open.
    #[arg(long = "tournament", value_name = "TOURNAMENT", global = true)]
    pub which: Option<String>,
    #[command(flatten)]
    pub visit: Visit,
}

#[derive(Debug, Subcommand)]
pub enum TournamentCommand {
    /// Open a tournament: several drawn rounds, with rules for its draws and its standings (owners).
    Open(Box<OpenTournament>),
    /// List the tournaments, the last opened first.
    List,
    /// Show a tournament: its rounds, who sits where (East first), its clock, its penalties.
    Show,
    /// Register entrants, check them in, or withdraw them. Without an argument: list them.
    Entrants(Entrants),
    /// Draw the next round, from a seed whose hash was published before.
    Draw(DrawTournamentRound),
    /// Open the matches of the last round.
    OpenRound(StartRound),
    /// Open the void matches of a round anew, at their tables.
    Replay(ReplayRound),
    /// Start, pause or set the clock of a round (owners, scorers and referees).
    Clock(Clock),
    /// Take points away from a player, or warn one (owners and referees).
    Penalty(Penalty),
    /// Withdraw a penalty (owners and referees).
    WithdrawPenalty(WithdrawPenalty),
    /// Show the standings.
    Standings(ShowTournamentStandings),
    /// Close a tournament: its standings are final (owners).
    Close(CloseTournament),
    /// Import into an open tournament a schedule that was made elsewhere: its entrants, and who sits where in each round.
    Import(ImportTournament),
}

#[derive(Debug, Args)]
pub struct OpenTournament {
    /// What it is called.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Its first day.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub from: Date,
    /// Its last day. By default the first one.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub until: Option<Date>,
    /// How many rounds are planned, 1–64.
    #[arg(long, value_name = "NUMBER")]
    pub rounds: u32,
    /// How rounds are drawn, unless `draw` says otherwise: by lot, by the standings, by a schedule of all rounds, or as somebody else drew them.
    #[arg(long, default_value = "random", value_parser = METHODS)]
    pub draw: String,
    /// What counts: the points gained, points for the place at each table, or both.
    #[arg(long, default_value = "points", value_parser = ["points", "table-points", "points-and-table-points"])]
    pub scoring: String,
    /// The table points of the places 1 to 4, such as `4,2,1,0`. Equal players share them.
    #[arg(
        long,
        value_name = "FIRST,SECOND,THIRD,FOURTH",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub table_points: Vec<i32>,
    /// What decides between players with the same score, the first first.
    #[arg(long, value_delimiter = ',', value_parser = ["points", "table-points", "first-places", "best-match", "opponents"])]
    pub ties: Vec<String>,
    /// The points that a player gets who sits out a round.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub sat_out_points: Option<f64>,
    /// The table points that a player gets who sits out a round.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub sat_out_table_points: Option<i32>,
    /// After this round only the best play on.
    #[arg(long, value_name = "ROUND", requires = "cut_players")]
    pub cut_after: Option<u32>,
    /// So many play on, a multiple of four.
    #[arg(long, value_name = "NUMBER", requires = "cut_after")]
    pub cut_players: Option<u32>,
    /// For those who play on, only the rounds after the cut count. Earlier results decide between equal scores. By default all rounds count.
    #[arg(long, requires = "cut_after")]
    pub cut_from_zero: bool,
    /// How many minutes a round lasts, 1–600.
    #[arg(long, value_name = "NUMBER")]
    pub minutes: Option<u32>,
    /// What is played when the time is over: nothing more, the hand that is being played, or one more hand after it.
    #[arg(long, default_value = "finish-hand", requires = "minutes", value_parser = ["stop", "finish-hand", "one-more-hand"])]
    pub last_hand: String,
    #[command(flatten)]
    pub once: Once,
}

const METHODS: [&str; 4] = ["random", "swiss", "schedule", "prescribed"];

#[derive(Debug, Args)]
pub struct Entrants {
    /// Register these players of the club, by the beginnings of their names, or by their ids.
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,
    /// Register the players of a team, such as `Winds=ming,bo`. Can be repeated.
    #[arg(long = "team", value_name = "LABEL=PLAYER,…")]
    pub teams: Vec<String>,
    /// Register a substitute: plays where somebody is missing, and has no rank. Can be repeated.
    #[arg(long = "substitute", value_name = "PLAYER")]
    pub substitutes: Vec<String>,
    /// Check a player in who came. Can be repeated.
    #[arg(long = "check-in", value_name = "PLAYER")]
    pub checked_in: Vec<String>,
    /// Check everybody in who is registered, or is being registered.
    #[arg(long, conflicts_with = "checked_in")]
    pub check_in_all: bool,
    /// A player plays no further round. Can be repeated.
    #[arg(long = "withdraw", value_name = "PLAYER")]
    pub withdrawn: Vec<String>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct DrawTournamentRound {
    /// How it is drawn. By default as the rules of the tournament say.
    #[arg(long, value_parser = METHODS)]
    pub method: Option<String>,
    /// A table as somebody else drew it, East first, such as `ming,bo,mei,siu`. Can be repeated; the method is `prescribed` then.
    #[arg(long = "table", value_name = "EAST,SOUTH,WEST,NORTH")]
    pub tables: Vec<String>,
    /// Draw the last round again: its matches were not opened, and the new draw replaces it.
    #[arg(long)]
    pub redraw: bool,
    /// Why the tables are so: required after a cut if they leave out somebody with a better rank.
    #[arg(long, requires = "tables", value_name = "TEXT")]
    pub reason: Option<String>,
    /// The number of the draw: how often was drawn before, and one. If somebody else drew meanwhile, nothing is drawn. By default the next one.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub draw: Option<u32>,
    /// Draw it although tables of earlier rounds still play. They go on; what they have played by now counts for the draw.
    #[arg(long)]
    pub unfinished: bool,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct Clock {
    /// What to do with it.
    #[arg(value_parser = ["start", "pause"])]
    pub action: String,
    /// How much time is left, in minutes and seconds. By default the time of the rules, or where the clock stands.
    #[arg(long, value_name = "MM:SS", value_parser = seconds)]
    pub remaining: Option<u32>,
    /// The number of the round. By default the last one.
    #[arg(long, value_name = "NUMBER")]
    pub round: Option<u32>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct Penalty {
    /// The player, by the beginning of the name, or by the id.
    #[arg(value_name = "PLAYER")]
    pub player: String,
    /// What happened.
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    /// Take so many points away. Without this and `--table-points` it is a warning.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub points: Option<f64>,
    /// Take so many table points away.
    #[arg(long, value_name = "NUMBER")]
    pub table_points: Option<u32>,
    /// The number of the round in which it counts. By default the last round that was drawn.
    #[arg(long, value_name = "NUMBER")]
    pub round: Option<u32>,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct WithdrawPenalty {
    /// The number of the penalty, which `show` lists.
    #[arg(value_name = "NUMBER")]
    pub penalty: u64,
    /// Why it does not hold.
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    #[command(flatten)]
    pub once: Once,
}

#[derive(Debug, Args)]
pub struct ShowTournamentStandings {
    /// The standings as of this entry of the ledger.
    #[arg(long, value_name = "SEQ")]
    pub as_of: Option<u64>,
}

#[derive(Debug, Args)]
pub struct CloseTournament {
    #[command(flatten)]
    pub once: Once,
}

/// The file has a line for each seat: CSV whose first line is `round,table,seat,player` or `round,table,seat,player,team`. A seat is E, S, W
/// or N, or 東, 南, 西 or 北. A player is a whole name, or an id. The whole file is checked before anything is written. A call that was
/// interrupted is repeated as it was: it continues.
#[derive(Debug, Args)]
pub struct ImportTournament {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Enrol in the club whoever it does not know.
    #[arg(long)]
    pub enrol: bool,
    /// Enrol also whoever has nearly the same name as somebody else, who is not meant. Otherwise such names are taken to be misspelt.
    #[arg(long, requires = "enrol")]
    pub enrol_similar: bool,
    /// Open the matches of each round, too. Otherwise only the next round is drawn: the one after it needs the matches of this one.
    #[arg(long)]
    pub open: bool,
    /// The rules of the matches: a built-in variant, a variant of the club by its hash, or a file with a document.
    #[arg(
        long,
        default_value = "old-hong-kong",
        value_name = "ID|HASH|FILE",
        requires = "open"
    )]
    pub variant: String,
    /// Money per point, in minor units (cents) of the currency. By default the tables play for points.
    #[arg(long, requires_all = ["currency", "open"], value_name = "CENTS")]
    pub stake: Option<u32>,
    /// The currency of the stake, such as HKD.
    #[arg(long, requires = "stake", value_name = "CODE")]
    pub currency: Option<String>,
    /// Only check the file, and say what would be written.
    #[arg(long)]
    pub dry_run: bool,
}

/// Needs no account and no service. The numbers are places: draw lots for them. A tournament draws such a schedule itself with `--draw schedule`.
#[derive(Debug, Args)]
pub struct TournamentSchedule {
    /// How many players, 4–400, a multiple of four.
    #[arg(value_name = "PLAYERS")]
    pub players: usize,
    /// How many rounds, 1–64.
    #[arg(value_name = "ROUNDS")]
    pub rounds: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Seconds from `MM:SS`, or from minutes alone.
fn seconds(text: &str) -> Result<u32, String> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let whole = |digits: &str| digits.parse::<u32>().ok().filter(|&number| number <= 600);
    let time = whole(minutes)
        .zip(whole(seconds).filter(|&seconds| seconds < 60))
        .map(|(minutes, seconds)| minutes * 60 + seconds);
    time.ok_or_else(|| "expected minutes and seconds, such as 12:30".to_owned())
}
