//! The database of the gateway.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Database {
    /// The database, as the gateway's role.
    #[arg(
        long,
        env = "FAAN_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) database_url: String,
}
