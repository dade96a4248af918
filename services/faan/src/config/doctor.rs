//! The flags of `faan doctor`: those of the services it looks at.

use std::path::PathBuf;

use clap::Args;

use super::certificates::{EngineChannel, EngineTls, GatewayTls};
use super::database::WorkerDatabases;

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) databases: Databases,
    /// The data folder of the `faan up` whose private database is looked at where no URL of a database is set.
    #[arg(long, env = "FAAN_DATA_DIR", value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
    /// The address of a gateway: whether it, its engine and the signer are ready.
    #[arg(long, value_name = "URL")]
    pub(crate) gateway_url: Option<String>,
    /// The key that signs access tokens.
    #[arg(long, env = "FAAN_TOKEN_KEY", value_name = "FILE")]
    pub(crate) token_key: Option<PathBuf>,
    /// The key that signs checkpoints.
    #[arg(long, env = "FAAN_LOG_KEY", value_name = "FILE")]
    pub(crate) log_key: Option<PathBuf>,
    /// The key that the secrets of webhooks follow from.
    #[arg(long, env = "FAAN_WEBHOOK_KEY", value_name = "FILE")]
    pub(crate) webhook_key: Option<PathBuf>,
    /// The folder where the signer keeps what it signed.
    #[arg(long, env = "FAAN_SIGNER_RECORD", value_name = "FOLDER")]
    pub(crate) signer_record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) gateway_tls: GatewayTls,
    #[command(flatten)]
    pub(crate) engine_tls: EngineTls,
    #[command(flatten)]
    pub(crate) engine_channel: EngineChannel,
    /// Print JSON instead of lines.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The database, as each role that logs in. Whatever is set is looked at.
#[derive(Debug, Args)]
pub(crate) struct Databases {
    /// The database, as the gateway's role.
    #[arg(
        long,
        env = "FAAN_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) database_url: Option<String>,
    /// The replica that the gateway reads from, as the same role.
    #[arg(
        long,
        env = "FAAN_READ_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) read_database_url: Option<String>,
    #[command(flatten)]
    pub(crate) workers: WorkerDatabases,
    /// The database, as a superuser or a member of `pg_read_all_stats`: only such a role sees the standbys.
    #[arg(
        long,
        env = "FAAN_ADMIN_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) admin_database_url: Option<String>,
}
