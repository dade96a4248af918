//! The flags of `faan bootstrap` and `faan migrate`.

use clap::Args;
use host::set;

use super::database::WorkerDatabases;

#[derive(Debug, Args)]
pub(crate) struct Bootstrap {
    /// The database server, as a role that may create databases and roles.
    #[arg(
        long,
        env = "FAAN_ADMIN_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) admin_database_url: String,
    /// The database and the role the gateway shall have: what this URL names is what is created.
    #[arg(
        long,
        env = "FAAN_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) database_url: String,
    #[command(flatten)]
    pub(crate) workers: WorkerDatabases,
}

impl Bootstrap {
    /// Who shall log in.
    pub(crate) fn logins(&self) -> ledger::Logins<'_> {
        ledger::Logins {
            app: &self.database_url,
            auditor: set(self.workers.auditor_database_url.as_deref()),
            dispatcher: set(self.workers.dispatcher_database_url.as_deref()),
            signer: set(self.workers.signer_database_url.as_deref()),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Migrate {
    /// The database, as a role that may act as its owner.
    #[arg(
        long,
        env = "FAAN_ADMIN_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) admin_database_url: String,
}
