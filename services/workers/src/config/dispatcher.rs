//! The settings of the dispatcher, and the settings of webhooks that the gateway shares.

use std::path::PathBuf;

use clap::Args;
use ipnet::IpNet;

#[derive(Debug, Args)]
pub struct Dispatcher {
    /// The database, as the dispatcher's role.
    #[arg(
        long,
        env = "FAAN_DISPATCHER_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub dispatcher_database_url: String,
    #[command(flatten)]
    pub webhooks: Webhooks,
    #[command(flatten)]
    pub receivers: Receivers,
}

/// The certificates that the dispatcher trusts.
#[derive(Debug, Clone, Args)]
pub struct Receivers {
    /// A CA, a PEM file, that may have signed the certificates of webhooks, beside those that the system trusts.
    #[arg(long, env = "FAAN_WEBHOOK_CA", value_name = "FILE")]
    pub webhook_ca: Option<PathBuf>,
}

/// The settings of webhooks that the gateway and the dispatcher share.
#[derive(Debug, Clone, Args)]
pub struct Webhooks {
    /// The key that the secrets of webhooks follow from: a file as `faan keygen --webhooks` makes them. `faan up` makes its own.
    #[arg(long, env = "FAAN_WEBHOOK_KEY", value_name = "FILE")]
    pub webhook_key: Option<PathBuf>,
    /// The key of before, from which older secrets go on to follow, until their owners have rotated them.
    #[arg(long, env = "FAAN_WEBHOOK_KEY_BEFORE", value_name = "FILE")]
    pub webhook_key_before: Option<PathBuf>,
    /// A network that is not the internet and where webhooks may be all the same, also in plain text: 10.1.2.0/24, say. Whoever owns a club can then
    /// have the service connect to whatever is there. In the variable several are separated by commas.
    #[arg(
        long,
        env = "FAAN_WEBHOOK_ALLOW",
        value_delimiter = ',',
        value_name = "NETWORK"
    )]
    pub webhook_allow: Vec<IpNet>,
}
