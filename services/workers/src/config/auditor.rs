//! The settings of the auditor.

use clap::Args;

#[derive(Debug, Args)]
pub struct Auditor {
    /// The database, as the auditor's role.
    #[arg(
        long,
        env = "FAAN_AUDITOR_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub auditor_database_url: String,
}
