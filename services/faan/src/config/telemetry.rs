//! What a process that serves tells of itself.

use std::net::SocketAddr;

use clap::Args;

use super::Command;

#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Telemetry {
    /// Where to serve metrics to Prometheus, at `/metrics`, to whoever gets there. Without it nothing is counted.
    #[arg(long, env = "FAAN_METRICS_LISTEN", value_name = "ADDRESS")]
    pub(crate) metrics_listen: Option<SocketAddr>,
}

impl Command {
    /// What a command that serves is to tell of itself.
    pub(crate) fn telemetry(&self) -> Option<&Telemetry> {
        match self {
            Command::Up(config) => Some(&config.telemetry),
            Command::Engine(config) => Some(&config.telemetry),
            Command::Gateway(config) => Some(&config.telemetry),
            Command::Signer(config) => Some(&config.telemetry),
            Command::Auditor(config) => Some(&config.telemetry),
            Command::Score(_)
            | Command::Audit(_)
            | Command::Variants(_)
            | Command::Bootstrap(_)
            | Command::Migrate(_)
            | Command::Import(_)
            | Command::Openapi
            | Command::RestoreRecord(_)
            | Command::Keygen { .. }
            | Command::TokenKeys { .. }
            | Command::EngineToken(_)
            | Command::TestCluster(_)
            | Command::Demo(_)
            | Command::Tether { .. } => None,
        }
    }
}
