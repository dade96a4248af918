//! The database, as the roles that log in.

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

/// The same database, as the roles of the workers.
#[derive(Debug, Args)]
pub(crate) struct WorkerDatabases {
    /// The same database as a role that carries out audits: it reads what is kept of all clubs, but no names.
    #[arg(
        long,
        env = "FAAN_AUDITOR_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) auditor_database_url: Option<String>,
    /// The same database as a role that tells webhooks what was entered.
    #[arg(
        long,
        env = "FAAN_DISPATCHER_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) dispatcher_database_url: Option<String>,
    /// The same database as a role that reads the heads of all clubs and the hashes that prove them.
    #[arg(
        long,
        env = "FAAN_SIGNER_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) signer_database_url: Option<String>,
}
