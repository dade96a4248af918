//! What a running process tells whoever operates it.

use std::process::ExitCode;

use host::{Failure, mention};

use crate::config::{self, Command};

mod logs;
pub(crate) mod metrics;
mod traces;

use traces::Traces;

/// What runs as long as the process does.
pub(crate) struct Telemetry {
    _metrics: Option<metrics::Served>,
    traces: Option<Traces>,
}

impl Telemetry {
    /// Begins to tell; what happened before is not told.
    pub(crate) fn start(logs: &config::Logs, command: &Command) -> Result<Telemetry, Failure> {
        let told = settings(command);
        let endpoint = told.and_then(|(_, told)| told.otlp_endpoint.as_deref());
        let name = told.map_or("faan", |(name, _)| name);
        let traces = endpoint.map(|endpoint| Traces::to(endpoint, name));
        let traces = traces.transpose()?;
        logs::start(logs, traces.as_ref())?;
        let listen = told.and_then(|(_, told)| told.metrics_listen);
        let metrics = listen.map(metrics::serve).transpose()?;
        if let Some(metrics) = &metrics {
            mention(&format!(
                "metrics are at http://{}/metrics",
                metrics.listener.address
            ));
        }
        Ok(Telemetry {
            _metrics: metrics,
            traces,
        })
    }

    /// Tells what is left to tell of a command that has ended so.
    pub(crate) async fn end(self, outcome: Result<ExitCode, Failure>) -> Result<ExitCode, Failure> {
        if let Some(traces) = self.traces {
            traces.end().await;
        }
        outcome
    }
}

/// What a command that serves is to tell of itself, and by which name.
fn settings(command: &Command) -> Option<(&'static str, &config::Telemetry)> {
    match command {
        Command::Up(config) => Some(("faan", &config.telemetry)),
        Command::Engine(config) => Some(("faan-engine", &config.telemetry)),
        Command::Gateway(config) => Some(("faan-gateway", &config.telemetry)),
        Command::Signer(config) => Some(("faan-signer", &config.telemetry)),
        Command::Auditor(config) => Some(("faan-auditor", &config.telemetry)),
        Command::Dispatcher(config) => Some(("faan-dispatcher", &config.telemetry)),
        Command::Score(_)
        | Command::Audit(_)
        | Command::Variants(_)
        | Command::Seating(_)
        | Command::Bootstrap(_)
        | Command::Doctor(_)
        | Command::Migrate(_)
        | Command::Import(_)
        | Command::RebuildStandings(_)
        | Command::ResetPassword(_)
        | Command::Openapi
        | Command::RestoreRecord(_)
        | Command::Keygen { .. }
        | Command::TokenKeys { .. }
        | Command::EngineToken(_)
        | Command::TestCluster(_)
        | Command::Demo(_)
        | Command::Evening(_)
        | Command::Season(_)
        | Command::Tournament(_)
        | Command::Schedule(_)
        | Command::SignUp(_)
        | Command::Login(_)
        | Command::Logout(_)
        | Command::Club(_)
        | Command::Player(_)
        | Command::Standings(_)
        | Command::Match(_)
        | Command::Completion(_)
        | Command::Tether { .. } => None,
    }
}
