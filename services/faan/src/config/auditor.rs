//! What the auditor is told.

use clap::Args;

use super::Telemetry;

#[derive(Debug, Args)]
pub(crate) struct Auditor {
    /// The database, as the auditor's role.
    #[arg(
        long,
        env = "FAAN_AUDITOR_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) auditor_database_url: String,
    #[command(flatten)]
    pub(crate) telemetry: Telemetry,
}
