//! The flags of `faan bootstrap` and `faan migrate`.

use clap::Args;
use host::set;

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
    /// The same database as a role, created as well, that carries out audits: it reads what is kept of all clubs, but no names.
    #[arg(
        long,
        env = "FAAN_AUDITOR_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) auditor_database_url: Option<String>,
    /// The same database as a role, created as well, that tells webhooks what was entered.
    #[arg(
        long,
        env = "FAAN_DISPATCHER_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) dispatcher_database_url: Option<String>,
    /// The same database as a role, created as well, that reads the heads of all clubs and the hashes that prove them.
    #[arg(
        long,
        env = "FAAN_SIGNER_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) signer_database_url: Option<String>,
}

impl Bootstrap {
    /// Who shall log in.
    pub(crate) fn logins(&self) -> ledger::Logins<'_> {
        ledger::Logins {
            app: &self.database_url,
            auditor: set(self.auditor_database_url.as_deref()),
            dispatcher: set(self.dispatcher_database_url.as_deref()),
            signer: set(self.signer_database_url.as_deref()),
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
