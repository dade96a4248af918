//! The replica that the gateway reads from.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct ReadDatabase {
    /// A replica of the database (PostgreSQL streaming replication), as the gateway's role. Standings, lists and other reads that may be late
    /// come from it, if it has everything that was in the club when the request came; otherwise they come from the primary.
    #[arg(
        long,
        env = "FAAN_READ_DATABASE_URL",
        hide_env_values = true,
        requires = "database_url",
        value_name = "URL"
    )]
    pub(crate) read_database_url: Option<String>,
    /// How many seconds the replica may be behind. Nothing is read from one that is later.
    #[arg(
        long,
        env = "FAAN_READ_MAX_LAG",
        default_value_t = 10,
        value_parser = clap::value_parser!(u64).range(2..=300),
        value_name = "SECONDS"
    )]
    pub(crate) read_max_lag: u64,
    /// For how many seconds after the primary stops answering the replica also decides who may read, and answers reads. 0: never.
    #[arg(
        long,
        env = "FAAN_READ_WITHOUT_PRIMARY",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(0..=300),
        value_name = "SECONDS"
    )]
    pub(crate) read_without_primary: u64,
}
