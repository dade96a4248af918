//! The flags of `faan audit`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use audit::{TrustedKey, Witnesses};
use clap::{Args, Subcommand};
use evidence::{ClubId, MatchId, SeasonId, Timestamp, TournamentId, VerifierKey, WitnessKey};
use time::format_description::well_known::Rfc3339;
use time::{Date, OffsetDateTime};

use super::day::day;

const AFTER_AUDIT: &str = "\
The exit status is 0 where everything that was checked is right, 1 where something is wrong, 2 where nothing is wrong but
something is missing that would show it, and 3 where the arguments cannot be understood or a file cannot be read, such as a
kept checkpoint that is none.";

#[derive(Debug, Args)]
pub struct Audit {
    #[command(subcommand)]
    pub command: AuditCommand,
}

#[derive(Debug, Subcommand)]
pub enum AuditCommand {
    /// Check a club's export: who signed it, every byte, every sum, and every hand scored again.
    Verify(Verify),
    /// Work out an export's matches again by other rules: what everybody would have gained, and which hands differ.
    WhatIf(WhatIf),
    /// Add up the standings of the seasons of a league from an export.
    Season(SeasonStandings),
    /// Add up the standings of tournaments from an export.
    Tournament(TournamentStandings),
    /// Check the receipt for an entry: whether the service signed a ledger that has it.
    Receipt(ReceiptCheck),
}

#[derive(Debug, Args)]
#[command(after_help = AFTER_AUDIT)]
pub struct Verify {
    /// The export; `-` reads it from the standard input, and keeps all of its matches in memory.
    pub export: PathBuf,
    #[command(flatten)]
    pub held: Held,
    /// Believe the hands to be worth what the entries say, instead of scoring them again.
    #[arg(long)]
    pub no_rescore: bool,
    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// What an export is held against.
#[derive(Debug, Args)]
pub struct Held {
    /// A verifier key of the service, as its `/.well-known/log-keys` shows it and as you got it from somewhere else.
    #[arg(
        long = "key",
        value_name = "VKEY",
        required_unless_present = "retired_keys"
    )]
    pub keys: Vec<VerifierKey>,
    /// A key that the service used up to some time, and that time in RFC 3339.
    #[arg(long = "retired-key", value_name = "VKEY@TIME", value_parser = retired)]
    pub retired_keys: Vec<TrustedKey>,
    /// A checkpoint of the club that was kept from earlier, a file: the ledger must be that one, with entries appended.
    #[arg(long = "checkpoint", value_name = "NOTE")]
    pub checkpoints: Vec<PathBuf>,
    /// An export of the directory of all clubs, or a checkpoint of it, a file.
    #[arg(long, value_name = "NOTE|EXPORT")]
    pub directory: Option<PathBuf>,
    /// The verifier key of a witness who should have cosigned the export's checkpoint of the directory.
    #[arg(long = "witness", value_name = "VKEY")]
    pub witness_keys: Vec<WitnessKey>,
    /// How many of them must have; all unless you say otherwise.
    #[arg(long, value_name = "N", requires = "witness_keys")]
    pub witnesses: Option<NonZeroUsize>,
    /// The texts that entries commit to, a file as REST `GET …/ledger/openings` gives it: the report then has names.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = AFTER_AUDIT)]
pub struct WhatIf {
    /// The export; `-` reads it from the standard input, and keeps all of it in memory. It is believed: `faan audit verify`
    /// checks it.
    pub export: PathBuf,
    /// A built-in variant (`faan variants` lists them), or a file with a document of your own: TOML if its name ends in
    /// `.toml`, else JSON.
    #[arg(long, value_name = "ID|FILE")]
    pub variant: String,
    /// Only this match.
    #[arg(long = "match", value_name = "ID")]
    pub only: Option<MatchId>,
    /// Only what this entry and later ones told first.
    #[arg(long, value_name = "SEQ", default_value_t = 1)]
    pub from: u64,
    /// Only what this entry and earlier ones told first.
    #[arg(long, value_name = "SEQ", default_value_t = u64::MAX, hide_default_value = true)]
    pub until: u64,
    /// Print it as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = AFTER_AUDIT)]
pub struct SeasonStandings {
    /// The export; `-` reads it from the standard input. All of its matches are kept in memory. It is believed: `faan audit verify`
    /// checks it.
    pub export: PathBuf,
    /// Only this season.
    #[arg(long = "season", value_name = "ID")]
    pub only: Option<SeasonId>,
    /// The standings as of this entry. By default as of the entry that closed the season, or as of the last one.
    #[arg(long, value_name = "SEQ")]
    pub as_of: Option<u64>,
    /// Only matches up to this day.
    #[arg(long, value_parser = day, value_name = "YYYY-MM-DD")]
    pub until: Option<Date>,
    /// Print it as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = AFTER_AUDIT)]
pub struct TournamentStandings {
    /// The export; `-` reads it from the standard input. All of its matches are kept in memory. It is believed: `faan audit verify`
    /// checks it.
    pub export: PathBuf,
    /// Only this tournament.
    #[arg(long = "tournament", value_name = "ID")]
    pub only: Option<TournamentId>,
    /// The standings as of this entry. By default as of the entry that closed the tournament, or as of the last one.
    #[arg(long, value_name = "SEQ")]
    pub as_of: Option<u64>,
    /// Print it as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = AFTER_AUDIT)]
pub struct ReceiptCheck {
    /// The receipt, a file as the service hands it out.
    pub receipt: PathBuf,
    /// A verifier key of the service, as its `/.well-known/log-keys` shows it and as you got it from somewhere else.
    #[arg(long = "key", value_name = "VKEY", required = true)]
    pub keys: Vec<VerifierKey>,
    /// The entry, a file with its canonical JSON: it must be the one that the receipt is for.
    #[arg(long, value_name = "FILE")]
    pub entry: Option<PathBuf>,
    /// The club that it must be of.
    #[arg(long, value_name = "ID")]
    pub club: Option<ClubId>,
    /// Print what was found as JSON.
    #[arg(long)]
    pub json: bool,
}

impl Held {
    /// The keys in use, and those that were retired.
    pub fn trusted(&self) -> Vec<TrustedKey> {
        let in_use = self.keys.iter().map(|key| TrustedKey {
            key: key.clone(),
            retired_at: None,
        });
        in_use.chain(self.retired_keys.iter().cloned()).collect()
    }

    /// The witnesses, of whom not more can be asked for than there are.
    pub fn witnesses(&self) -> Result<Witnesses, String> {
        let keys = self.witness_keys.clone();
        let quorum = self.witnesses.map(NonZeroUsize::get);
        match quorum.filter(|quorum| *quorum > keys.len()) {
            Some(quorum) => Err(format!(
                "--witnesses {quorum} is more than the keys that --witness names"
            )),
            None => Ok(Witnesses { keys, quorum }),
        }
    }
}

fn retired(text: &str) -> Result<TrustedKey, String> {
    let (key, time) = text
        .rsplit_once('@')
        .ok_or("write the key, an @, and the time it was retired at")?;
    let key = key.parse::<VerifierKey>().map_err(|bad| bad.to_string())?;
    let moment = OffsetDateTime::parse(time, &Rfc3339).map_err(|bad| bad.to_string())?;
    let time = Timestamp::new(moment).map_err(|bad| bad.to_string())?;
    let retired_at = Some(time);
    Ok(TrustedKey { key, retired_at })
}
