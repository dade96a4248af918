//! The settings of the signer.

use std::path::PathBuf;

use clap::Args;

use super::witness::Witness;

#[derive(Debug, Args)]
pub struct Signer {
    #[command(flatten)]
    pub place: SignerPlace,
    #[command(flatten)]
    pub keys: LogKeys,
}

/// What it takes to make a lost record anew. What the database says was signed is trusted to be the last that was.
#[derive(Debug, Args)]
pub struct RestoreRecord {
    #[command(flatten)]
    pub place: SignerPlace,
    #[command(flatten)]
    pub files: LogKeyFiles,
    /// A checkpoint that somebody kept elsewhere, of a club or of the directory, a file: what the database says has to have grown
    /// out of it.
    #[arg(long, value_name = "NOTE")]
    pub kept: Vec<PathBuf>,
}

/// What a signer reads, and what it writes.
#[derive(Debug, Args)]
pub struct SignerPlace {
    /// The database, as the signer's role.
    #[arg(
        long,
        env = "FAAN_SIGNER_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub signer_database_url: String,
    /// The folder where the signer keeps what it signed. Of all that there is, this must not be restored from a backup together
    /// with the database.
    #[arg(long, env = "FAAN_SIGNER_RECORD", value_name = "FOLDER")]
    pub signer_record: PathBuf,
}

/// What signs.
#[derive(Debug, Clone, Args)]
pub struct LogKeyFiles {
    /// The key that signs checkpoints: a file as `faan keygen --log-name NAME` makes them. `faan up` makes its own.
    #[arg(long, env = "FAAN_LOG_KEY", value_name = "FILE")]
    pub log_key: Option<PathBuf>,
    /// The key that signed before, which signs as well while those who check learn the new one.
    #[arg(long, env = "FAAN_LOG_KEY_BEFORE", value_name = "FILE")]
    pub log_key_before: Option<PathBuf>,
}

/// What signs, how often, and who is asked to cosign it.
#[derive(Debug, Clone, Args)]
pub struct LogKeys {
    #[command(flatten)]
    pub files: LogKeyFiles,
    /// How long, in seconds, a club that has grown may stay unsigned. When a match ends or is settled, or a member asks, it
    /// is signed at once.
    #[arg(
        long,
        env = "FAAN_SIGN_EVERY",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..=240),
        value_name = "SECONDS"
    )]
    pub sign_every: u64,
    /// A witness who cosigns the directory of all clubs' checkpoints (c2sp.org/tlog-witness): the address before `/add-checkpoint`, and
    /// its verifier key. It has to know the key of the directory. In the variable they are separated by spaces.
    #[arg(
        long = "witness",
        env = "FAAN_WITNESSES",
        value_delimiter = ' ',
        value_name = "URL=VKEY"
    )]
    pub witnesses: Vec<Witness>,
}
